import { z } from 'zod'
import { maxDataValues, maxFields, maxLabels, maxMessages, maxOverrides } from '../../engine/limits.ts'
import { chatExample } from '../examples.ts'
import {
  boundedList,
  boundedRecord,
  clashErrors,
  cleanText,
  ExternalIdText,
  endpointsOf,
  externalIdErrors,
  LabelName,
  SourceName,
} from '../kit/index.ts'
import { TemplateIdentifier, VersionNumber } from './fields.ts'
import { CreatePromptTemplate, PublishedVersion } from './prompts.ts'

const define = endpointsOf({ tags: ['prompt-templates'] })

export const publishTemplate = define({
  id: 'publish_prompt_template_rest_prompt_templates_post',
  post: '/rest/prompt-templates',
  summary: 'Publish a new template, or the next version of the one with this name',
  body: CreatePromptTemplate,
  keepsNumbers: true,
  success: { 200: PublishedVersion, 201: PublishedVersion },
  errors: clashErrors,
  bodyLimit: 8 * 1024 * 1024,
  valueLimit: maxDataValues,
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

const indexedOrAll = z
  .union([boundedRecord(z.unknown(), maxMessages), boundedList(z.unknown(), maxMessages)])
  .nullish()

export const PatchPromptTemplateVersion = z
  .looseObject({
    version: VersionNumber.nullish(),
    label: cleanText.nullish(),
    messages: indexedOrAll,
    tools: indexedOrAll,
    functions: indexedOrAll,
    function_call: z.union([z.string(), boundedRecord(z.unknown(), maxFields)]).nullish(),
    tool_choice: z.union([z.string(), boundedRecord(z.unknown(), maxFields)]).nullish(),
    content: indexedOrAll,
    model_parameters: boundedRecord(z.unknown(), maxOverrides).nullish(),
    response_format: z.looseObject({ type: z.string().min(1) }).nullish(),
    commit_message: cleanText.max(72).nullish(),
    release_labels: boundedList(LabelName, maxLabels).nullish(),
  })
  .meta({ id: 'PatchPromptTemplateVersion' })

export const patchTemplate = define({
  id: 'patch_prompt_template_version',
  patch: '/rest/prompt-templates/{identifier+}',
  summary: 'Make the next version by changing parts of the latest version, or of the given version or label',
  params: TemplateIdentifier,
  body: PatchPromptTemplateVersion,
  keepsNumbers: true,
  success: { 201: PublishedVersion },
  bodyLimit: 8 * 1024 * 1024,
  valueLimit: maxDataValues,
  example: {
    params: { identifier: 'greeting' },
    body: { model_parameters: { temperature: 0 }, commit_message: 'colder' },
  },
})

export const upsertTemplate = define({
  id: 'upsert_prompt_template_by_external_id',
  put: '/prompt-templates/by-external-id/{source}/{external_id}',
  summary: 'Publish to the template of an external id; a new id makes template and mapping',
  params: z.object({ source: SourceName, external_id: ExternalIdText }),
  body: CreatePromptTemplate,
  keepsNumbers: true,
  success: { 200: PublishedVersion, 201: PublishedVersion },
  errors: externalIdErrors,
  bodyLimit: 8 * 1024 * 1024,
  valueLimit: maxDataValues,
  example: {
    params: { source: 'cms', external_id: 'welcome-mail' },
    body: {
      prompt_template: { prompt_name: 'welcome mail' },
      prompt_version: { prompt_template: chatExample },
    },
  },
})
