import { partialBuckets, type Span } from './partial-buckets.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
/** The end of a relative range was computed a moment ago; up to this age it counts as now. */
const nowToleranceMilliseconds = 60_000

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The start time of a bucket. A partial bucket is marked, because its value cannot be compared. */
export const bucketText = (times: readonly number[], index: number, span: Span | null | undefined): string =>
  `${exact.format(times[index]! * 1000)}${partText(times, index, span)}`

/** The day of a bucket, marked if it is partial. */
export const dayText = (times: readonly number[], index: number, span: Span | null | undefined): string =>
  `${day.format(times[index]! * 1000)}${partText(times, index, span)}`

function partText(times: readonly number[], index: number, span: Span | null | undefined): string {
  const now = Date.now()
  const partial = partialBuckets(times, span, now / 1000)
  const isLast = index === times.length - 1 && partial.last
  const isFilling = isLast && (span?.to ?? now) >= now - nowToleranceMilliseconds
  const isPartial = isLast || (index === 0 && partial.first)
  return isFilling ? ', so far' : isPartial ? ', in part' : ''
}

export const valueText = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)
