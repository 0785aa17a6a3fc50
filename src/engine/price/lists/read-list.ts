import { isFields } from '../../json/fields.ts'
import type { ListedModel, PriceList } from '../price-list.ts'
import { wrongList } from './fields.ts'
import { genaiFallbacks, genaiModels } from './genai-prices.ts'
import { litellmModels } from './litellm.ts'

/** Public formats of price lists: genai-prices' `data.json`, LiteLLM's `model_prices_and_context_window.json`. */
export const priceListFormats = ['genai-prices', 'litellm'] as const
export type PriceListFormat = (typeof priceListFormats)[number]

/** Known lists have at most 2,600 models. */
export const maxListedModels = 20_000

/** A list that is read one model at a time, so that the caller can yield between models. */
export interface ListReading {
  readonly format: PriceListFormat
  readonly fallbacks: PriceList['fallbacks']
  readonly models: Iterable<ListedModel>
}

/**
 * Detects the format by the outermost value: genai-prices has a list, LiteLLM an object. @throws Refusal 'bad_request'
 */
export function readPriceList(document: unknown): ListReading {
  if (Array.isArray(document))
    return {
      format: 'genai-prices',
      fallbacks: genaiFallbacks(document),
      models: counted(genaiModels(document)),
    }
  if (isFields(document))
    return { format: 'litellm', fallbacks: new Map(), models: counted(litellmModels(document)) }
  throw wrongList(
    'the document',
    'must be a list of providers (genai-prices) or an object of models (LiteLLM)',
  )
}

function* counted(models: Iterable<ListedModel>): Generator<ListedModel> {
  let count = 0
  for (const model of models) {
    if (++count > maxListedModels)
      throw wrongList('the document', `must hold ${maxListedModels} models at most`)
    yield model
  }
  if (count === 0) throw wrongList('the document', 'must hold at least one model with rates for tokens')
}
