import { costOf } from './cost.ts'
import type { Money } from './money.ts'
import { overrideFor, type PriceOverride } from './override.ts'
import { type DatedRates, type Rates, ratesAt, ratesOfTier } from './rates.ts'
import type { CallUsage } from './usage.ts'

/** A call as far as its price goes. */
export interface PricedCall {
  readonly provider: string
  /** The model asked for, then the one that answered: a deployment may have any name. */
  readonly models: readonly string[]
  /** Milliseconds since 1970: the prices of that time hold. */
  readonly time: number
  /** As `serviceTierOf` says; null: standard. */
  readonly serviceTier: string | null
  /** Null: nobody said. */
  readonly usage: CallUsage | null
}

/** Where a price comes from, or why there is none: `unknown_model` also where the model is listed and the call used
 * something that has no rate. */
export type PriceSource = 'given' | 'computed' | 'unknown_model' | 'no_usage'

/** Whether a price counts: what is not known is no 0. */
export const isPriced = (source: PriceSource): boolean => source === 'given' || source === 'computed'

export type ComputedPrice =
  | { readonly source: 'computed'; readonly price: Money }
  | { readonly source: 'unknown_model' | 'no_usage'; readonly price: null }

/** The rates of a model, or nothing when the list does not hold it. */
export type Catalogue = (provider: string, model: string) => readonly DatedRates[] | undefined

const unknownModel: ComputedPrice = { source: 'unknown_model', price: null }
const noUsage: ComputedPrice = { source: 'no_usage', price: null }

/** A workspace's own prices go before the catalogue's. A count of no tokens at all is a count nobody took. */
export function priceCall(
  call: PricedCall,
  overrides: readonly PriceOverride[],
  catalogue: Catalogue,
): ComputedPrice {
  const { provider, models, time, serviceTier, usage } = call
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return noUsage
  for (const model of models) {
    const own = overrideFor(overrides, { provider, model, serviceTier, time })
    const price = own ? costOf(own.rates, usage) : listedCost(catalogue(provider, model) ?? [], call, usage)
    if (price) return { source: 'computed', price }
  }
  return unknownModel
}

function listedCost(prices: readonly DatedRates[], { time, serviceTier }: PricedCall, usage: CallUsage) {
  const dated = ratesAt(prices, time)
  const rates = dated && ratesOfTier(dated, serviceTier)
  const standard: Rates | undefined = serviceTier === null ? undefined : dated?.rates
  return rates && costOf(rates, usage, standard)
}
