import { costDecimals, Money } from './money.ts'
import { overrideFor, type PriceOverride } from './override.ts'
import {
  type DatedRates,
  fallbackKinds,
  type RateKind,
  type Rates,
  rateFor,
  rateKinds,
  ratesAt,
  ratesOfTier,
} from './rates.ts'
import { type CallUsage, quantitiesOf } from './usage.ts'

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

const million = 1_000_000

/**
 * Exact cost of a call in US dollars; undefined if a used kind has no rate. Requests without any rate are free.
 * `rates` may be those of a service tier; `standardRates` are then the rates of the standard tier.
 */
function costOf(rates: Rates, usage: CallUsage, standardRates: Rates = {}): Money | undefined {
  const quantities = quantitiesOf(usage)
  let sum = new Money(0)
  for (const kind of rateKinds) {
    const quantity = quantities[kind]
    if (quantity === 0) continue
    const rate = rateOf(rates, kind, standardRates)
    if (rate) sum = sum.plus(rateFor(rate, usage.inputTokens).times(quantity))
    else if (kind !== 'request' || standardRates.request) return undefined
  }
  return sum.div(million).toDecimalPlaces(costDecimals)
}

/** A kind with a standard rate has no fallback in another tier, because that tier prices the kind separately. */
function rateOf(rates: Rates, kind: RateKind, standardRates: Rates) {
  const kindRate = rates[kind]
  if (kindRate) return kindRate
  if (standardRates[kind]) return undefined
  const fallback = fallbackKinds[kind].find((candidate) => rates[candidate])
  return fallback && rates[fallback]
}
