import { z } from 'zod'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import {
  cleanText,
  ExternalId,
  endpointsOf,
  named,
  textBoolean,
  textInteger,
  textList,
  times,
} from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { LlmKwargs, MetadataBody, PromptTemplateBody } from '../schemas.ts'

const define = endpointsOf({ tags: ['prompt-templates'] })

export const ListedTemplate = named('ListPromptTemplateItem', {
  id: z.int(),
  prompt_name: z.string(),
  workspace_id: z.int(),
  version: z.int(),
  prompt_template: PromptTemplateBody,
  metadata: MetadataBody.nullable(),
  commit_message: z.string().nullable(),
  llm_kwargs: LlmKwargs.nullable(),
  tags: z.array(z.string()),
  is_snippet: z.boolean(),
  external_ids: z.array(ExternalId),
  folder_id: z.int().nullable(),
  parent_folder_name: z.string().nullable(),
  full_folder_path: z.string().nullable(),
  ...times,
})

const dateFilter = Moment.optional()

export const listTemplates = define({
  id: 'get_all_prompt_templates__get',
  get: '/prompt-templates',
  aliases: ['/rest/prompts'],
  summary: 'List templates',
  query: z
    .object({
      page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
      per_page: textInteger({ minimum: 1, maximum: 250 }).default(30),
      label: cleanText.optional(),
      name: cleanText.optional(),
      tags: textList.optional(),
      status: z.enum(['active', 'deleted', 'all']).default('active'),
      external_source: cleanText.optional(),
      external_id: cleanText.optional(),
      created_by_email: cleanText.optional(),
      created_after: dateFilter,
      created_before: dateFilter,
      updated_after: dateFilter,
      updated_before: dateFilter,
      sort_by: z.enum(['created_at', 'updated_at', 'name', 'id']).default('created_at'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
      is_snippet: textBoolean.optional(),
    })
    .refine(hasCompleteExternalId, incompleteExternalId),
  success: {
    200: named('ListPromptTemplates', {
      items: z.array(ListedTemplate),
      page: z.int(),
      per_page: z.int(),
      pages: z.int(),
      total: z.int(),
      has_next: z.boolean(),
      has_prev: z.boolean(),
      next_num: z.int().nullable(),
      prev_num: z.int().nullable(),
    }),
  },
  etag: true,
  example: { query: { page: 1, per_page: 10 } },
})
