import { z } from 'zod'
import { Metadata, PromptTemplate } from '../engine/template/blueprint/index.ts'
import { named, nameText } from './kit/index.ts'

/** Schemas shared by several domains. */

export const PromptName = nameText(512)
export const PromptTemplateBody = PromptTemplate.meta({ id: 'PromptTemplate' })
export const MetadataBody = Metadata.meta({ id: 'Metadata' })

export const PromptBlueprint = named('PromptBlueprint', {
  prompt_template: PromptTemplateBody,
  commit_message: z.string().nullish().default(null),
  metadata: MetadataBody.nullish().default(null),
  provider_base_url_name: z.string().max(255).nullish().default(null),
  report_id: z.int().nullish().default(null),
  inference_client_name: z.string().max(255).nullish().default(null),
  provider_id: z.int().positive().nullish().default(null),
})

export const LlmKwargs = z.record(z.string(), z.unknown())
