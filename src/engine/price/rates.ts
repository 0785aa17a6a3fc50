import { Money } from './money.ts'

/** What has a rate of its own: US dollars for a million tokens, requests or searches of the web. */
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
 * A kind without a rate costs as the first of these that has one. Kinds that every list prices apart have no other: what
 * they cost is unknown without a rate. A request without a rate costs nothing.
 */
export const costsAs: Readonly<Record<RateKind, readonly RateKind[]>> = {
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

/** A rate, and the higher or lower ones of calls whose whole input is longer than `over` tokens. */
export interface Rate {
  readonly base: Money
  /** By rising `over`. */
  readonly tiers: readonly { readonly over: number; readonly rate: Money }[]
}

export type Rates = Readonly<Partial<Record<RateKind, Rate>>>

/** US dollars for a million tokens, however long the input is. */
export const flatRate = (dollars: Money | number | string): Rate => ({ base: new Money(dollars), tiers: [] })

/** The whole call has one rate: a long input makes all its tokens dearer, not only those over the mark. */
export function rateFor({ base, tiers }: Rate, inputTokens: number): Money {
  let rate = base
  for (const tier of tiers) if (inputTokens > tier.over) rate = tier.rate
  return rate
}

/** Rates with the times at which they hold. */
export interface DatedRates {
  /** Milliseconds since 1970; null: always. */
  readonly from: number | null
  /** Seconds of the UTC day; an end before the start is on the next day. Null: all day. */
  readonly hours: { readonly start: number; readonly end: number } | null
  readonly rates: Rates
  /** Rates of calls that a provider serves sooner or later than others: `batch`, `flex`, `priority`. */
  readonly serviceTiers?: Readonly<Record<string, Rates>>
}

/** The last of the list that holds at the time; the first where none does, as the oldest rates known. */
export function ratesAt(list: readonly DatedRates[], time: number): DatedRates | undefined {
  return list.findLast((dated) => holdsAt(dated, time)) ?? list[0]
}

/**
 * The rates of a service tier; null is the standard one. A kind that only the standard tier prices has no rate: its price in
 * the other tier is unknown.
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
