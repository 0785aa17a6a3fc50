import { z } from 'zod'
import { boundedRecord } from '../../bounded.ts'
import { maxFields } from '../../limits.ts'

/**
 * Model metadata of a template version.
 * Source: reference 4.1.
 */

export const Model = z.looseObject({
  provider: z.string(),
  name: z.string(),
  model_config_display_name: z.string().max(255).nullish().default(null),
  base_model: z.string().max(100).nullish().default(null),
  parameters: boundedRecord(z.unknown(), maxFields).default({}),
  display_params: boundedRecord(z.unknown(), maxFields).default({}),
  api_type: z.string().nullish().default(null),
})
export type Model = z.output<typeof Model>

export const Metadata = z.looseObject({ model: Model.nullish().default(null) })
export type Metadata = z.output<typeof Metadata>
