import { costOf } from './cost.ts'
import type { Money } from './money.ts'
import { overrideFor, type PriceOverride } from './override.ts'
import { type DatedRates, type Rates, ratesAt, ratesOfTier } from './rates.ts'
import type { CallUsage } from './usage.ts'

/** The part of a call that determines its price. */
export interface PricedCall {
  readonly provider: string
  /** The requested model, then the model that answered, because a deployment may have any name. */
  readonly models: readonly string[]
  /** Milliseconds since 1970; the prices of that time apply. */
  readonly time: number
  /** From `serviceTierOf`; null: standard. */
  readonly serviceTier: string | null
  /** Null: unknown. */
  readonly usage: CallUsage | null
}

/**
 * Source of a price, or the reason for a missing one. `unknown_model` also covers a listed model without a rate for a
 * used kind.
 */
export type PriceSource = 'given' | 'computed' | 'unknown_model' | 'no_usage'

/** Whether the price is known; an unknown price is not 0. */
export const isPriced = (source: PriceSource): boolean => source === 'given' || source === 'computed'

export type ComputedPrice =
  | { readonly source: 'computed'; readonly price: Money }
  | { readonly source: 'unknown_model' | 'no_usage'; readonly price: null }

/** The rates of a model; undefined if the list lacks it. */
export type Catalogue = (provider: string, model: string) => readonly DatedRates[] | undefined

const unknownModel: ComputedPrice = { source: 'unknown_model', price: null }
const noUsage: ComputedPrice = { source: 'no_usage', price: null }

/**
 * Prices a call: the workspace's own prices first, then the catalogue. A usage without any tokens, or with only one of
 * the two counts, is unknown.
 */
export function priceCall(
  call: PricedCall,
  overrides: readonly PriceOverride[],
  catalogue: Catalogue,
): ComputedPrice {
  const { provider, models, time, serviceTier, usage } = call
  if (!usage || usage.unknownCount || usage.inputTokens + usage.outputTokens === 0) return noUsage
  for (const model of models) {
    const override = overrideFor(overrides, { provider, model, serviceTier, time })
    const price = override
      ? costOf(override.rates, override.rates.web_search ? withSearch(model, usage) : usage)
      : listedCost(catalogue(provider, model) ?? [], call, withSearch(model, usage))
    if (price) return { source: 'computed', price }
  }
  return unknownModel
}

/** OpenAI's search models for Chat Completions search once in every call; their answers do not count it. */
const searchModel = /(?:^|\/)gpt-[\w.-]+-search-(?:preview|api)(?![a-z])/

const withSearch = (model: string, usage: CallUsage): CallUsage =>
  searchModel.test(model) && !usage.webSearches ? { ...usage, webSearches: 1 } : usage

function listedCost(prices: readonly DatedRates[], { time, serviceTier }: PricedCall, usage: CallUsage) {
  const dated = ratesAt(prices, time)
  const rates = dated && ratesOfTier(dated, serviceTier)
  const standardRates: Rates | undefined = serviceTier === null ? undefined : dated?.rates
  return rates && costOf(rates, usage, standardRates)
}
