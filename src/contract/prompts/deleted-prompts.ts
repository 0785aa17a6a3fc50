import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, endpointsOf, namedErrors, textId } from '../kit/index.ts'
import { PromptName } from '../schemas.ts'

const path = '/api/public/v2/deleted-prompts'
const define = endpointsOf({ tags: ['prompt-templates'] })

export const listDeletedPrompts = define({
  id: 'list_deleted_prompts',
  get: path,
  summary: 'List templates that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedPromptsResponse', 'prompts', {
    id: z.int(),
    name: z.string(),
    is_snippet: z.boolean(),
  }),
})

export const restorePrompt = define({
  id: 'restore_prompt',
  post: `${path}/{prompt_id}/restore`,
  summary: 'Restore a template that was deleted in the last 30 days',
  description:
    'Restores it outside folders, with its versions, labels, dynamic labels, comments, and external ids that no ' +
    'other entity uses now. If the template has a protected label, only callers who may move that label can restore it. ' +
    'If another template has the name now, send a new `name`. A template that is not deleted stays as it is.',
  params: z.object({ prompt_id: textId('prompt') }),
  body: z.strictObject({ name: PromptName.nullish() }).default({}),
  success: { 200: answer('RestoredPromptResponse', { prompt: z.object({ id: z.int(), name: z.string() }) }) },
  errors: namedErrors,
  example: { params: { prompt_id: 1 } },
})
