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
    'Its versions, labels, dynamic labels and comments are back, outside folders. Its external ids are back unless another ' +
    'entity uses them by now. A label that is protected needs the role that may move it. If another template has the name by now, give a new `name`. A template ' +
    'that is not deleted stays as it is.',
  params: z.object({ prompt_id: textId('prompt') }),
  body: z.strictObject({ name: PromptName.nullish() }).default({}),
  success: { 200: answer('RestoredPromptResponse', { prompt: z.object({ id: z.int(), name: z.string() }) }) },
  errors: namedErrors,
  example: { params: { prompt_id: 1 } },
})
