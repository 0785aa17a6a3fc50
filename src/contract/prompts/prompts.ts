import { z } from 'zod'
import {
  maxDataValues,
  maxLabels,
  maxMetadata,
  maxNameLength,
  maxOverrides,
  maxTags,
  maxVariables,
} from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  ExternalId,
  ExternalName,
  endpointsOf,
  idOf,
  LabelName,
  named,
  textBoolean,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { LlmKwargs, MetadataBody, PromptName, PromptTemplateBody } from '../schemas.ts'
import { TemplateIdentifier, VersionNumber } from './fields.ts'

const define = endpointsOf({ tags: ['prompt-templates'] })

export const SnippetReference = named('SnippetReference', {
  prompt_name: z.string(),
  version: z.int(),
  label: z.string().nullish(),
})

export const PromptVersion = z
  .looseObject({
    prompt_template: PromptTemplateBody,
    commit_message: cleanText.max(72).nullish(),
    /**
     * The version that was edited; 409 if a later version exists. The new version has the same connection unless it
     * names another one.
     */
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
    tags: boundedList(cleanText.max(512), maxTags).nullish(),
    folder_id: idOf('folder').nullish(),
    workspace_id: idOf('workspace').nullish(),
  })
  .meta({ id: 'BasePromptTemplate' })

export const CreatePromptTemplate = z
  .looseObject({
    prompt_template: BasePromptTemplate,
    prompt_version: PromptVersion,
    release_labels: boundedList(LabelName, maxLabels).nullish(),
    external_ids: boundedList(ExternalId, 100).nullish(),
    snippet_overrides: boundedRecord(z.string(), maxVariables).nullish(),
  })
  .meta({ id: 'CreatePromptTemplate' })

export const PublishedVersion = named('CreatePromptTemplateResponse', {
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

export const RawPromptTemplate = answer('GetPromptTemplateRawResponse', {
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
  /** The connection that the version names, by id or by name, whether or not it exists. */
  provider_id: z.int().nullable(),
  provider_base_url_name: z.string().nullable(),
})

export const readRawTemplate = define({
  id: 'get_prompt_template_raw',
  get: '/prompt-templates/{identifier+}',
  summary: 'Read a template as it was written, without rendering its variables',
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
      message: 'must not have both version and label',
    }),
  success: { 200: RawPromptTemplate },
  etag: true,
  example: { params: { identifier: 'greeting' } },
})

export const GetPromptTemplate = z
  .looseObject({
    version: VersionNumber.nullish(),
    workspace_id: idOf('workspace').nullish(),
    label: cleanText.max(maxNameLength).nullish(),
    provider: ExternalName.nullish(),
    input_variables: boundedRecord(z.unknown(), maxVariables).nullish(),
    metadata_filters: boundedRecord(z.unknown(), maxMetadata).nullish(),
    model: ExternalName.nullish(),
    model_parameter_overrides: boundedRecord(z.unknown(), maxOverrides).nullish().default(null),
    skip_input_variable_rendering: z.boolean().nullish(),
  })
  .meta({ id: 'GetPromptTemplate' })

export const RenderedPromptTemplate = named('GetPromptTemplateResponse', {
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

export const readTemplate = define({
  id: 'get_prompt_templates__prompt_identifier__post',
  post: '/prompt-templates/{identifier+}',
  summary: "Read a template ready to run: variables rendered, arguments for the provider's SDK complete",
  description:
    'The body may be empty. Without `label` and `version` the latest version is read; if both are sent ' +
    'the label wins. `version` in the answer is the version that was read.',
  keepsNumbers: true,
  role: 'viewer',
  audited: false,
  params: TemplateIdentifier,
  body: GetPromptTemplate.nullish(),
  valueLimit: maxDataValues,
  success: { 200: RenderedPromptTemplate },
  etag: true,
  example: { params: { identifier: 'greeting' }, body: { input_variables: { name: 'Ada' } } },
})

export const readSnippetUsage = define({
  id: 'get_snippet_usage',
  get: '/prompt-templates/{identifier+}/snippet-usage',
  summary: 'List the templates and labels whose content refers to this template as a snippet',
  params: TemplateIdentifier,
  query: z.object({ prompt_version_number: textInteger({ minimum: 1 }).optional() }),
  success: {
    200: answer('GetSnippetUsageResponse', {
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
    }),
  },
  example: { params: { identifier: 'greeting' } },
})
