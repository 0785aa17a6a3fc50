import type { Answer } from '../api/index.ts'
import { percent } from '../design/values.ts'

/** From a minute on, a duration has two whole units, such as 1 min 35 s. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  if (seconds < 60) return `${seconds.toFixed(2)} s`
  const [unit, part, size] = seconds < 3_600 ? ['min', 's', 1] : ['h', 'min', 60]
  const parts = Math.round(seconds / size)
  const rest = parts % 60
  return `${Math.floor(parts / 60)} ${unit}${rest > 0 ? ` ${rest} ${part}` : ''}`
}

/** An amount of dollars: in whole cents from 10 cents on, below that with two significant digits. */
export function money(dollars: number): string {
  if (dollars === 0) return '$0'
  if (Math.abs(dollars) >= 0.1)
    return `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  return `$${decimal.format(dollars)}`
}

const decimal = new Intl.NumberFormat('en', { maximumSignificantDigits: 2, useGrouping: false })

type Percentiles = Answer<'readCustomRequestAnalytics'>['latencyPercentiles']

/** A percentile of latency in seconds; an inexact one is marked. */
export function percentileText(seconds: number | null, { isExact }: Pick<Percentiles, 'isExact'>): string {
  if (seconds === null) return '–'
  const text = secondsText(seconds)
  return isExact ? text : `≈ ${text}`
}

/** The error of inexact percentiles in words; empty for exact ones. */
export const accuracyText = ({ isExact, relativeError }: Percentiles): string =>
  isExact ? '' : `within ${percent(relativeError)}`

type Source = Answer<'readRequest'>['price_source']

export const isPriced = (source: Source): boolean => source === 'given' || source === 'computed'

/** The price of one request. An unknown price is stored as 0, so `source` decides. */
export const priceText = (price: number, source: Source): string =>
  isPriced(source) ? money(price) : 'no price'

interface TotalCost {
  readonly cost: number | null
  readonly cost_is_whole: boolean
}

/** The cost of several requests; a cost that leaves out unknown prices is marked. */
export function totalCostText({ cost, cost_is_whole: isWhole }: TotalCost): string {
  if (cost === null) return 'no price'
  return isWhole ? money(cost) : `${money(cost)}+`
}

/** A sum of costs, with the number of requests or calls whose price is unknown. */
export function costText(cost: number, unpriced: number): string {
  if (unpriced === 0) return money(cost)
  const without = `${unpriced.toLocaleString('en')} without a price`
  return cost === 0 ? without : `${money(cost)}, ${without}`
}

/** A change in per cent with its sign, as a factor from 10 times on; "new" if there was nothing before. */
export function changeText(before: number, after: number): string {
  if (before === after) return 'same'
  if (before === 0) return 'new'
  if (after >= 10 * before) return `×${Math.round(after / before).toLocaleString('en')}`
  const share = (after - before) / before
  const size = Math.abs(share)
  // A rounded 0% would deny the change that its sign and colour show.
  const sizeText =
    size < 0.000_5
      ? '<0.1%'
      : size.toLocaleString('en', { style: 'percent', maximumFractionDigits: size < 0.1 ? 1 : 0 })
  return `${share < 0 ? '−' : '+'}${sizeText}`
}

export const scoreNumber = (score: number): string =>
  score.toLocaleString('en', { maximumSignificantDigits: 4 })

/** Seconds; whole ones without decimals. */
export const secondsText = (value: number): string => duration(value * 1000).replace('.00 s', ' s')

/** A whole number for the axis of a chart; empty for a fraction. */
export const wholeText = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en') : ''
