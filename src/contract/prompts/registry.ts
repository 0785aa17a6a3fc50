import { z } from 'zod'
import {
  answer,
  cleanText,
  endpointsOf,
  named,
  namedErrors,
  textBoolean,
  textId,
  textInteger,
  times,
  timestamp,
} from '../kit/index.ts'
import { PromptName } from '../schemas.ts'

const define = endpointsOf({ tags: ['prompt-templates'] })
const path = '/api/public/v2/prompts'

const ListedPrompt = named('ListedPrompt', {
  id: z.int(),
  name: z.string(),
  is_snippet: z.boolean(),
  tags: z.array(z.string()),
  folder_id: z.int().nullable(),
  /** Names of the folders from the root down. */
  folder_path: z.array(z.string()),
  latest_version: z.int(),
  labels: z.array(z.object({ id: z.int(), name: z.string(), version: z.int() })),
  model: z.object({ provider: z.string(), name: z.string() }).nullable(),
  commit_message: z.string().nullable(),
  ...times,
})

export const listPrompts = define({
  id: 'list_prompts',
  get: path,
  summary: 'List templates in brief: labels, and the model and commit message of the latest version',
  description:
    '`name` has words of the name in any order. `folder_id` lists the templates directly in that folder, 0 the templates in no folder.',
  query: z.object({
    name: cleanText.optional(),
    folder_id: textInteger({ minimum: 0 }).optional(),
    is_snippet: textBoolean.optional(),
    sort_by: z.enum(['name', 'created_at', 'updated_at']).default('updated_at'),
    sort_order: z.enum(['asc', 'desc']).default('desc'),
    page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
    per_page: textInteger({ minimum: 1, maximum: 250 }).default(100),
  }),
  success: { 200: answer('PromptsResponse', { prompts: z.array(ListedPrompt), total: z.int() }) },
  example: { query: { name: 'greet' } },
})

export const listPromptVersions = define({
  id: 'list_prompt_versions',
  get: `${path}/{prompt_id}/versions`,
  summary: 'List the versions of a template, newest first',
  params: z.object({ prompt_id: textId('prompt') }),
  query: z.object({
    before: textInteger({ minimum: 1 }).optional(),
    limit: textInteger({ minimum: 1, maximum: 200 }).default(50),
    /** A number such as `v12`, or a part of the commit message or of a label. */
    q: cleanText.max(200).optional(),
  }),
  success: {
    200: answer('PromptVersionsResponse', {
      versions: z.array(
        z.object({
          id: z.int(),
          version: z.int(),
          commit_message: z.string().nullable(),
          /** The name of a person; null for an API key. */
          created_by: z.string().nullable(),
          created_at: timestamp,
          labels: z.array(z.object({ id: z.int(), name: z.string() })),
        }),
      ),
      has_more: z.boolean(),
    }),
  },
  example: { params: { prompt_id: 1 }, query: { limit: 20 } },
})

export const renamePrompt = define({
  id: 'rename_prompt',
  patch: `${path}/{prompt_id}`,
  summary: 'Rename a template',
  description:
    'Versions, labels and logged requests stay with the template. Applications, snippets and columns that ' +
    'name it by its former name no longer find it.',
  params: z.object({ prompt_id: textId('prompt') }),
  body: z.strictObject({ name: PromptName }),
  success: { 200: answer('RenamedPromptResponse', { prompt: z.object({ id: z.int(), name: z.string() }) }) },
  errors: namedErrors,
  example: { params: { prompt_id: 1 }, body: { name: 'greeting of customers' } },
})
