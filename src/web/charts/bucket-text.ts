import { partialBuckets, type Span } from './partial-buckets.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
/** Milliseconds by which the end of a relative range may lie behind, because it was computed a moment ago. */
const justNow = 60_000

/** The start time of a bucket. A partial bucket is marked, because its value cannot be compared. */
export function bucketText(times: readonly number[], index: number, span: Span | null | undefined): string {
  const now = Date.now()
  const partial = partialBuckets(times, span, now / 1000)
  const isLast = index === times.length - 1 && partial.last
  const isFilling = isLast && (span?.to ?? now) >= now - justNow
  const isCut = isLast || (index === 0 && partial.first)
  return `${exact.format(times[index]! * 1000)}${isFilling ? ', so far' : isCut ? ', in part' : ''}`
}

export const shownValue = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)
