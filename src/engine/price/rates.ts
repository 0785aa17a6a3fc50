import { Money } from './money.ts'

/** Kinds with their own rate: US dollars for a million tokens, requests or web searches. */
export const rateKinds = [
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'input_audio',
  'cached_input_audio',
  'input_image',
  'output',
  'reasoning',
  'output_audio',
  'output_image',
  'request',
  'web_search',
] as const
export type RateKind = (typeof rateKinds)[number]

/**
 * The kinds whose rate applies to a kind without a rate; the first one with a rate is used. Kinds that all lists price
 * separately have no fallback, so their cost is unknown without a rate.
 */
export const fallbackKinds: Readonly<Record<RateKind, readonly RateKind[]>> = {
  input: [],
  cached_input: ['input'],
  cache_write: ['input'],
  cache_write_1h: [],
  input_audio: [],
  cached_input_audio: ['input_audio'],
  input_image: ['input'],
  output: [],
  reasoning: ['output'],
  output_audio: [],
  output_image: [],
  request: [],
  web_search: [],
}

/** A rate, with tiers for calls whose whole input is longer than `over` tokens. */
export interface Rate {
  readonly base: Money
  /** In ascending order of `over`. */
  readonly tiers: readonly { readonly over: number; readonly rate: Money }[]
}

export type Rates = Readonly<Partial<Record<RateKind, Rate>>>

/** US dollars for a million tokens, for any input length. */
export const flatRate = (dollars: Money | number | string): Rate => ({ base: new Money(dollars), tiers: [] })

/**
 * One rate for the whole call: a long input changes the rate of all its tokens, not only of those above the threshold.
 */
export function rateFor({ base, tiers }: Rate, inputTokens: number): Money {
  let rate = base
  for (const tier of tiers) if (inputTokens > tier.over) rate = tier.rate
  return rate
}

/** Rates with their time of validity. */
export interface DatedRates {
  /** Milliseconds since 1970; null: always. */
  readonly from: number | null
  /** Seconds of the UTC day; an end before the start is on the next day. Null: all day. */
  readonly hours: { readonly start: number; readonly end: number } | null
  readonly rates: Rates
  /** Rates of faster or slower service: `batch`, `flex`, `priority`. */
  readonly serviceTiers?: Readonly<Record<string, Rates>>
}

/** The last rates of the list valid at a time; if none is, the first, which are the oldest. */
export function ratesAt(list: readonly DatedRates[], time: number): DatedRates | undefined {
  return list.findLast((dated) => holdsAt(dated, time)) ?? list[0]
}

/**
 * Rates of a service tier; null is the standard tier. A kind without a rate in another tier has an unknown price there.
 */
export function ratesOfTier({ rates, serviceTiers }: DatedRates, tier: string | null): Rates | undefined {
  if (tier === null) return rates
  return serviceTiers && Object.hasOwn(serviceTiers, tier) ? serviceTiers[tier] : undefined
}

function holdsAt({ from, hours }: DatedRates, time: number): boolean {
  if (from !== null && time < from) return false
  if (hours === null) return true
  const second = (time % 86_400_000) / 1000
  const { start, end } = hours
  return end < start ? second >= start || second < end : second >= start && second < end
}
