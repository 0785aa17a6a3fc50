import { Refusal } from '../refusal.ts'
import { type Interval, type IntervalName, intervalNamed } from './interval-widths.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Calendar months; the width is their average. */
export const calendarMonth: Interval = { name: 'month', milliseconds: 30 * day }
export const isCalendarMonth = ({ name }: Interval): boolean => name === calendarMonth.name

const maxBuckets = 1_000

/** The chosen width. @throws Refusal 'bad_request' if the span has too many buckets of it. */
export function intervalOf(chosen: IntervalName, span: number): Interval {
  const interval = intervalNamed(chosen)
  if (span / interval.milliseconds > maxBuckets)
    throw new Refusal('bad_request', `interval: makes more than ${maxBuckets} buckets; choose a longer one`, {
      path: 'interval',
    })
  return interval
}

/** Weeks begin on Mondays; 1970-01-01, where time begins, was a Thursday. */
const mondayShift = 3 * day
const shiftOf = ({ milliseconds }: Interval): number => (milliseconds === 7 * day ? mondayShift : 0)

/** An offset of local time from UTC, until the next one begins. */
export interface Offset {
  /** Start of the offset in milliseconds since 1970; minus infinity for the first offset. */
  readonly from: number
  readonly milliseconds: number
}

export const utc: readonly Offset[] = [{ from: Number.NEGATIVE_INFINITY, milliseconds: 0 }]

/**
 * Buckets of days and longer follow local time, so a day may have 23 or 25 hours. Shorter buckets have equal
 * length: when clocks go back, the repeated hour fills two buckets.
 */
export interface Bucketing {
  readonly interval: Interval
  readonly offsets: readonly Offset[]
}

/** For each offset, the value that SQL adds to a time before it divides by the width. */
export const shiftsOf = ({ interval, offsets }: Bucketing): Offset[] =>
  isShort(interval)
    ? [{ from: Number.NEGATIVE_INFINITY, milliseconds: offsets[0]!.milliseconds }]
    : offsets.map(({ from, milliseconds }) => ({ from, milliseconds: milliseconds + shiftOf(interval) }))

const isShort = ({ milliseconds }: Interval): boolean => milliseconds < day

/** The bucket of a time, counted from 1970 (months from year 0). The SQL of both databases must compute the same bucket. */
export function bucketOf(bucketing: Bucketing, time: number): number {
  const shift = shiftsOf(bucketing).findLast(({ from }) => from <= time)!
  if (isCalendarMonth(bucketing.interval)) {
    const local = new Date(time + shift.milliseconds)
    return local.getUTCFullYear() * 12 + local.getUTCMonth()
  }
  return Math.floor((time + shift.milliseconds) / bucketing.interval.milliseconds)
}

/** Whether each UTC hour lies within one bucket. */
export const holdsWholeHours = (bucketing: Bucketing): boolean =>
  bucketing.interval.milliseconds % hour === 0 &&
  shiftsOf(bucketing).every(
    ({ from, milliseconds }) =>
      milliseconds % hour === 0 && (from === Number.NEGATIVE_INFINITY || from % hour === 0),
  )

/**
 * The local start of a bucket: `2026-11-20` for buckets of days and longer, otherwise `2026-11-20T10:00:00`.
 * A time that the clock shows twice has its offset: `2026-10-25T02:00:00+02:00`.
 */
export function dateOf(bucketing: Bucketing, bucket: number): string {
  const { interval } = bucketing
  if (isCalendarMonth(interval)) return startOfMonth(bucket).toISOString().slice(0, 10)
  if (!isShort(interval)) {
    const text = new Date(bucket * interval.milliseconds - shiftOf(interval)).toISOString()
    return text.slice(0, text.indexOf('T'))
  }
  const { local, offset } = shortStart(bucketing, bucket)
  const isTwice = bucketing.offsets.some(
    ({ milliseconds }) =>
      milliseconds !== offset && offsetAt(bucketing, local - milliseconds) === milliseconds,
  )
  return `${new Date(local).toISOString().slice(0, 19)}${isTwice ? offsetText(offset) : ''}`
}

/** Local time at the start of a short bucket, and its offset from UTC. */
function shortStart(bucketing: Bucketing, bucket: number): { local: number; offset: number } {
  const [first] = bucketing.offsets
  const time = bucket * bucketing.interval.milliseconds - first!.milliseconds
  const offset = offsetAt(bucketing, time)
  return { local: time + offset, offset }
}

const offsetAt = ({ offsets }: Bucketing, time: number): number =>
  offsets.findLast(({ from }) => from <= time)!.milliseconds

/** An offset in ISO 8601: `+02:00`. */
function offsetText(milliseconds: number): string {
  const text = new Date(Math.abs(milliseconds)).toISOString().slice(11, 16)
  return `${milliseconds < 0 ? '-' : '+'}${text}`
}

/** Months are counted from year 0. */
const startOfMonth = (bucket: number): Date => new Date(Date.UTC(Math.floor(bucket / 12), bucket % 12))

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Axis label: `Nov 20`, `10:00`, `10:00:05`. */
export function dateLabelOf(bucketing: Bucketing, bucket: number): string {
  const { interval } = bucketing
  if (isCalendarMonth(interval)) {
    const month = startOfMonth(bucket)
    return `${months[month.getUTCMonth()]} ${month.getUTCFullYear()}`
  }
  const start = isShort(interval)
    ? shortStart(bucketing, bucket).local
    : bucket * interval.milliseconds - shiftOf(interval)
  const time = new Date(start)
  const date = `${months[time.getUTCMonth()]} ${time.getUTCDate()}`
  if (interval.milliseconds >= 30 * day) return `${date}, ${time.getUTCFullYear()}`
  if (interval.milliseconds >= day) return date
  return time.toISOString().slice(11, interval.milliseconds >= minute ? 16 : 19)
}
