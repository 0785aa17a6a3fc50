const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Widths of buckets, each with the most buckets that a chart shows; a year of days is still readable. */
const intervals = [
  { name: 'second', milliseconds: second, maxBuckets: 120 },
  { name: '10 seconds', milliseconds: 10 * second, maxBuckets: 120 },
  { name: 'minute', milliseconds: minute, maxBuckets: 120 },
  { name: '10 minutes', milliseconds: 10 * minute, maxBuckets: 120 },
  { name: 'hour', milliseconds: hour, maxBuckets: 120 },
  { name: 'day', milliseconds: day, maxBuckets: 370 },
  { name: 'week', milliseconds: 7 * day, maxBuckets: 370 },
  { name: '30 days', milliseconds: 30 * day, maxBuckets: 370 },
  { name: '365 days', milliseconds: 365 * day, maxBuckets: 370 },
  { name: '3650 days', milliseconds: 3650 * day, maxBuckets: Number.POSITIVE_INFINITY },
] as const

export type IntervalName = (typeof intervals)[number]['name']

/** The widths that a call may choose. */
export const intervalNames = intervals.map(({ name }) => name)

/** Width of a chart's buckets. */
export interface Interval<Name extends string = string> {
  readonly name: Name
  readonly milliseconds: number
}

/** The narrowest interval that covers a span with a readable number of buckets. */
export const intervalFor = (span: number): Interval<IntervalName> => {
  const { name, milliseconds } = intervals.find(
    (interval) => span / interval.milliseconds < interval.maxBuckets,
  )!
  return { name, milliseconds }
}

export const intervalNamed = (name: IntervalName): Interval<IntervalName> => {
  const { milliseconds } = intervals.find((interval) => interval.name === name)!
  return { name, milliseconds }
}
