import { type IntervalName, intervalFor, intervalNamed } from '../../engine/analytics/interval-widths.ts'
import type { Span } from './partial-buckets.ts'

/** The time axis of a chart: the chosen range, and the width of its buckets. */
export interface Axis {
  readonly span: Span
  readonly interval: IntervalName
}

/** The axis of a range; null for a range without limits, whose chart begins and ends with its data. */
export const axisOf = (span: Span | null, chosen?: IntervalName): Axis | null =>
  span && { span, interval: chosen ?? intervalFor(span.to - span.from).name }

const daySeconds = 24 * 3_600

/** The start of the bucket `count` buckets later. Buckets of days follow local time. */
export function bucketAfter(start: number, interval: IntervalName, count: number): number {
  const seconds = intervalNamed(interval).milliseconds / 1000
  if (seconds < daySeconds) return start + count * seconds
  const date = new Date(start * 1000)
  date.setDate(date.getDate() + (count * seconds) / daySeconds)
  return date.getTime() / 1000
}
