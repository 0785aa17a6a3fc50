import { type MatchRule, modelMatchOf } from '../model-match.ts'
import { Money } from '../money.ts'
import type { ListedModel } from '../price-list.ts'
import type { DatedRates, Rate, RateKind, Rates } from '../rates.ts'

/** Stored form of a model: one line of JSON, amounts as decimal text. */
export const listedText = ({ provider, model, match, contextTokens, prices }: ListedModel): string =>
  JSON.stringify({ provider, model, match, contextTokens, prices })

type StoredRates = Readonly<
  Partial<Record<RateKind, { base: string; tiers: readonly { over: number; rate: string }[] }>>
>
type StoredPrices = Pick<DatedRates, 'from' | 'hours'> & {
  readonly rates: StoredRates
  readonly serviceTiers?: Readonly<Record<string, StoredRates>>
}

/** Parses the text of `listedText`. */
export function listedModelOf(text: string): ListedModel {
  // Lists that earlier releases imported have no context lengths.
  const {
    provider,
    model,
    match,
    contextTokens = null,
    prices,
  } = JSON.parse(text) as {
    provider: string
    model: string
    match: MatchRule
    contextTokens?: number | null
    prices: readonly StoredPrices[]
  }
  return {
    provider,
    model,
    match,
    isNamed: modelMatchOf(match),
    contextTokens,
    prices: prices.map(datedRatesOf),
  }
}

const datedRatesOf = ({ from, hours, rates, serviceTiers }: StoredPrices): DatedRates => ({
  from,
  hours,
  rates: ratesOf(rates),
  ...(serviceTiers && {
    serviceTiers: Object.fromEntries(
      Object.entries(serviceTiers).map(([tier, rates]) => [tier, ratesOf(rates)]),
    ),
  }),
})

const ratesOf = (stored: StoredRates): Rates =>
  Object.fromEntries(
    Object.entries(stored).map(([kind, { base, tiers }]): [string, Rate] => [
      kind,
      { base: new Money(base), tiers: tiers.map(({ over, rate }) => ({ over, rate: new Money(rate) })) },
    ]),
  )
