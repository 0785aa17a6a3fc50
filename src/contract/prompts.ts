import { z } from 'zod'
import { chatExample } from './examples.ts'
import {
  clashErrors,
  cleanText,
  defineEndpoint,
  ExternalId,
  ExternalIdText,
  externalIdErrors,
  idOf,
  SourceName,
  standardErrors,
  textBoolean,
  textInteger,
  textList,
  timestamp,
} from './kit/index.ts'
import { Moment } from './moment.ts'
import { LlmKwargs, MetadataBody, PromptTemplateBody } from './schemas.ts'

const tags = ['prompt-templates'] as const

export const PromptName = cleanText.min(1).max(512)
export const LabelName = cleanText.min(1, { abort: true }).max(255, { abort: true })

/** The name of a template or its numeric id; see docs/decisions for how the two are told apart. */
export const TemplateIdentifier = z.object({
  identifier: cleanText.min(1).max(512).meta({ entity: 'prompt' }),
})

const VersionNumber = z.int().positive()

export const SnippetReference = z
  .object({ prompt_name: z.string(), version: z.int(), label: z.string().nullish() })
  .meta({ id: 'SnippetReference' })

export const PromptVersion = z
  .looseObject({
    prompt_template: PromptTemplateBody,
    commit_message: cleanText.max(72).nullish(),
    /** What it was made from: 409 when that is not the latest any more; its connection stays unless another is named. */
    base_version: z.int().nonnegative().nullish(),
    metadata: MetadataBody.nullish(),
    provider_base_url_name: cleanText.max(255).nullish(),
    provider_id: z.int().positive().nullish(),
    inference_client_name: cleanText.max(255).nullish(),
    report_id: z.int().nullish(),
  })
  .meta({ id: 'PromptVersion' })

export const BasePromptTemplate = z
  .looseObject({
    prompt_name: PromptName,
    tags: z.array(cleanText.max(512)).nullish(),
    folder_id: idOf('folder').nullish(),
    workspace_id: idOf('workspace').nullish(),
  })
  .meta({ id: 'BasePromptTemplate' })

export const CreatePromptTemplate = z
  .looseObject({
    prompt_template: BasePromptTemplate,
    prompt_version: PromptVersion,
    release_labels: z.array(LabelName).nullish(),
    external_ids: z.array(ExternalId).nullish(),
    snippet_overrides: z.record(z.string(), z.string()).nullish(),
  })
  .meta({ id: 'CreatePromptTemplate' })

export const PublishedVersion = z
  .object({
    id: z.int(),
    prompt_name: z.string(),
    prompt_version_id: z.int(),
    version_number: z.int(),
    tags: z.array(z.string()),
    release_labels: z.array(z.string()).nullable(),
    prompt_template: PromptTemplateBody,
    metadata: MetadataBody.nullable(),
    commit_message: z.string().nullable(),
    external_ids: z.array(ExternalId),
  })
  .meta({ id: 'CreatePromptTemplateResponse' })

export const RawPromptTemplate = z
  .object({
    success: z.literal(true),
    id: z.int(),
    prompt_name: z.string(),
    version: z.int(),
    workspace_id: z.int(),
    prompt_template: PromptTemplateBody,
    metadata: MetadataBody.nullable(),
    commit_message: z.string().nullable(),
    tags: z.array(z.string()),
    created_at: timestamp.nullable(),
    snippets: z.array(SnippetReference),
    llm_kwargs: LlmKwargs.nullable(),
  })
  .meta({ id: 'GetPromptTemplateRawResponse' })

export const readRawTemplate = defineEndpoint({
  id: 'get_prompt_template_raw',
  method: 'get',
  path: '/prompt-templates/{identifier+}',
  summary: 'Read a template as it was written, without rendering its variables',
  tags,
  auth: 'header',
  params: TemplateIdentifier,
  query: z
    .object({
      version: textInteger({ minimum: 1 }).optional(),
      label: cleanText.optional(),
      resolve_snippets: textBoolean.default(true),
      include_llm_kwargs: textBoolean.default(false),
    })
    .refine((query) => query.version === undefined || query.label === undefined, {
      path: ['label'],
      message: 'give version or label, not both',
    }),
  success: { 200: RawPromptTemplate },
  errors: standardErrors,
  etag: true,
  example: { params: { identifier: 'greeting' } },
})

export const GetPromptTemplate = z
  .looseObject({
    version: VersionNumber.nullish(),
    workspace_id: idOf('workspace').nullish(),
    label: cleanText.nullish(),
    provider: z.string().nullish(),
    input_variables: z.record(z.string(), z.unknown()).nullish(),
    metadata_filters: z.record(z.string(), z.unknown()).nullish(),
    model: z.string().nullish(),
    model_parameter_overrides: z.record(z.string(), z.unknown()).nullish().default(null),
    skip_input_variable_rendering: z.boolean().nullish(),
  })
  .meta({ id: 'GetPromptTemplate' })

export const RenderedPromptTemplate = z
  .object({
    id: z.int(),
    prompt_name: z.string(),
    workspace_id: z.int(),
    version: z.int(),
    prompt_template: PromptTemplateBody,
    metadata: MetadataBody.nullable(),
    commit_message: z.string().nullable(),
    llm_kwargs: LlmKwargs.nullable(),
    tags: z.array(z.string()),
    snippets: z.array(SnippetReference),
    provider_id: z.int().nullable(),
    provider_base_url: z.looseObject({ url: z.string() }).nullable(),
    custom_provider: z.looseObject({ client: z.string() }).nullable(),
    warning: z.string().nullable(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'GetPromptTemplateResponse' })

export const readTemplate = defineEndpoint({
  id: 'get_prompt_templates__prompt_identifier__post',
  method: 'post',
  path: '/prompt-templates/{identifier+}',
  summary: "Read a template ready to run: variables rendered, arguments for the provider's SDK filled",
  description:
    'The body may be empty. Without `label` and `version` the latest version is read; with both the label wins. ' +
    '`version` in the answer is the version that was served.',
  tags,
  auth: 'header',
  role: 'viewer',
  audited: false,
  params: TemplateIdentifier,
  body: GetPromptTemplate.nullish(),
  success: { 200: RenderedPromptTemplate },
  errors: standardErrors,
  etag: true,
  example: { params: { identifier: 'greeting' }, body: { input_variables: { name: 'Ada' } } },
})

export const ListedTemplate = z
  .object({
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
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ListPromptTemplateItem' })

const dateFilter = Moment.optional()

interface ExternalIdFilter {
  readonly external_source?: string
  readonly external_id?: string
}

export const isExternalIdWhole = (query: ExternalIdFilter): boolean =>
  (query.external_source === undefined) === (query.external_id === undefined)
export const externalIdInPart = {
  path: ['external_id'],
  message: 'external_source and external_id must come together',
}

export const listTemplates = defineEndpoint({
  id: 'get_all_prompt_templates__get',
  method: 'get',
  path: '/prompt-templates',
  summary: 'List templates',
  tags,
  auth: 'header',
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
    .refine(isExternalIdWhole, externalIdInPart),
  success: {
    200: z
      .object({
        items: z.array(ListedTemplate),
        page: z.int(),
        per_page: z.int(),
        pages: z.int(),
        total: z.int(),
        has_next: z.boolean(),
        has_prev: z.boolean(),
        next_num: z.int(),
        prev_num: z.int(),
      })
      .meta({ id: 'ListPromptTemplates' }),
  },
  errors: standardErrors,
  etag: true,
  example: { query: { page: 1, per_page: 10 } },
})

export const publishTemplate = defineEndpoint({
  id: 'publish_prompt_template_rest_prompt_templates_post',
  method: 'post',
  path: '/rest/prompt-templates',
  summary: 'Publish: a new template, or the next version of the one with this name',
  tags,
  auth: 'header',
  body: CreatePromptTemplate,
  success: { 200: PublishedVersion, 201: PublishedVersion },
  errors: clashErrors,
  bodyLimit: 8 * 1024 * 1024,
  example: {
    body: {
      prompt_template: { prompt_name: 'greeting', tags: ['example'] },
      prompt_version: {
        prompt_template: chatExample,
        metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: { temperature: 1 } } },
        commit_message: 'first words',
      },
      release_labels: ['prod'],
    },
  },
})

const indexedOrAll = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish()

export const PatchPromptTemplateVersion = z
  .looseObject({
    version: VersionNumber.nullish(),
    label: cleanText.nullish(),
    messages: indexedOrAll,
    tools: indexedOrAll,
    functions: indexedOrAll,
    function_call: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    tool_choice: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    content: indexedOrAll,
    model_parameters: z.record(z.string(), z.unknown()).nullish(),
    response_format: z.record(z.string(), z.unknown()).nullish(),
    commit_message: cleanText.max(72).nullish(),
    release_labels: z.array(LabelName).nullish(),
  })
  .meta({ id: 'PatchPromptTemplateVersion' })

export const patchTemplate = defineEndpoint({
  id: 'patch_prompt_template_version',
  method: 'patch',
  path: '/rest/prompt-templates/{identifier+}',
  summary: 'Make the next version by changing parts of the latest, or of the version or label given',
  tags,
  auth: 'header',
  params: TemplateIdentifier,
  body: PatchPromptTemplateVersion,
  success: { 201: PublishedVersion },
  errors: standardErrors,
  bodyLimit: 8 * 1024 * 1024,
  example: {
    params: { identifier: 'greeting' },
    body: { model_parameters: { temperature: 0 }, commit_message: 'colder' },
  },
})

export const upsertTemplate = defineEndpoint({
  id: 'upsert_prompt_template_by_external_id',
  method: 'put',
  path: '/prompt-templates/by-external-id/{source}/{external_id}',
  summary: 'Publish to the template that an external id stands for, making both when it is new',
  tags,
  auth: 'header',
  params: z.object({ source: SourceName, external_id: ExternalIdText }),
  body: CreatePromptTemplate,
  success: { 200: PublishedVersion, 201: PublishedVersion },
  errors: externalIdErrors,
  bodyLimit: 8 * 1024 * 1024,
  example: {
    params: { source: 'cms', external_id: 'welcome-mail' },
    body: {
      prompt_template: { prompt_name: 'welcome mail' },
      prompt_version: { prompt_template: chatExample },
    },
  },
})

export const readSnippetUsage = defineEndpoint({
  id: 'get_snippet_usage',
  method: 'get',
  path: '/prompt-templates/{identifier+}/snippet-usage',
  summary: 'List the templates and labels whose content refers to this template as a snippet',
  tags,
  auth: 'header',
  params: TemplateIdentifier,
  query: z.object({ prompt_version_number: textInteger({ minimum: 1 }).optional() }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        message: z.string(),
        snippet_name: z.string(),
        snippet_usage: z.array(
          z.object({
            prompt_registry_id: z.int(),
            prompt_name: z.string(),
            version_numbers: z.array(z.int()),
          }),
        ),
        total_prompts_using_snippet: z.int(),
        label_usage: z.array(
          z.object({ prompt_registry_id: z.int(), prompt_name: z.string(), label_name: z.string() }),
        ),
        total_labels_using_snippet: z.int(),
      })
      .meta({ id: 'GetSnippetUsageResponse' }),
  },
  errors: standardErrors,
  example: { params: { identifier: 'greeting' } },
})
