import { z } from 'zod'
import { maxNameLength } from '../../engine/limits.ts'
import { answer, cleanText, endpointsOf, named, textInteger } from '../kit/index.ts'
import { ProviderName } from './price-overrides.ts'

const define = endpointsOf({ tags: ['prices'] })

const ListedModel = named('ListedModel', {
  provider: z.string(),
  name: z.string(),
  /** Null: the price list does not say. */
  context_tokens: z.int().nullable(),
  /** Rates of the standard tier for a short input; null: no rate. */
  input: z.string().nullable(),
  output: z.string().nullable(),
})

const modelsPath = '/api/public/v2/models'

export const listModels = define({
  id: 'list_models',
  get: modelsPath,
  summary: 'List models to choose from, with their context and price',
  description:
    "Models with an output priced by token: those with a price of the workspace's own, and those of its " +
    'price list, provider by provider. Rates are US dollars for a million tokens.',
  query: z.object({
    /** The provider as templates name it; without it, all providers that templates can run with. */
    provider: ProviderName.optional(),
    /** Words that the names of provider and model contain. */
    search: cleanText.max(255).optional(),
    limit: textInteger({ minimum: 1, maximum: 500 }).default(100),
  }),
  success: { 200: answer('ListedModelsResponse', { models: z.array(ListedModel), has_more: z.boolean() }) },
  example: { query: { provider: 'openai', search: 'mini' } },
})

export const findModel = define({
  id: 'find_model',
  get: `${modelsPath}/find`,
  summary: 'Find the price of a model name, and the providers that have it',
  description:
    'The name is read as that of a logged request: `gpt-4o-2024-08-06` has the price of `gpt-4o`. `model` ' +
    'is null if its calls would have no price. `listed_by` names the providers whose price list has it.',
  /** The same limit as for logged requests. */
  query: z.object({ provider: cleanText.max(maxNameLength), name: cleanText.min(1).max(maxNameLength) }),
  success: {
    200: answer('FoundModelResponse', { model: ListedModel.nullable(), listed_by: z.array(z.string()) }),
  },
  example: { query: { provider: 'openai', name: 'gpt-4o-2024-08-06' } },
})
