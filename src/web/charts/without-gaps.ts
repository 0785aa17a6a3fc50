import { type Axis, bucketAfter } from './axis.ts'

interface Points {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly (readonly (number | null)[])[]
}

/** Charts with more buckets keep their gaps. */
const maxBuckets = 2_000

/**
 * Adds the empty buckets that the API leaves out: those of the axis, or those between the points if there is no axis. Then
 * the smallest step counts as the width of a bucket. Days of 23 and 25 hours count as one step.
 */
export function withoutGaps(
  { times, values }: Points,
  empty: readonly (number | null)[],
  axis: Axis | null = null,
): Points {
  const starts = axis ? bucketsOf(times, axis) : bucketsBetween(times)
  if (starts === null) return { times, values }
  const indexes = new Map(times.map((time, index) => [time, index]))
  return {
    times: starts,
    values: values.map((series, number) =>
      starts.map((start) => {
        const index = indexes.get(start)
        return index === undefined ? empty[number]! : (series[index] ?? null)
      }),
    ),
  }
}

/** The starts of all buckets from the first to the last time; null if there are too many, or if their width is not known. */
function bucketsBetween(times: readonly number[]): number[] | null {
  const steps = times.slice(1).map((time, index) => time - times[index]!)
  const step = Math.min(...steps)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  if (steps.length === 0 || span / step > maxBuckets) return null
  const starts: number[] = []
  for (const time of times) {
    for (let last = starts.at(-1); last !== undefined && time - last > step * 1.5; last = starts.at(-1))
      starts.push(last + step)
    starts.push(time)
  }
  return starts
}

/** The starts of all buckets of the axis, in line with the times; null if there are too many, or no time. */
function bucketsOf(times: readonly number[], { span, interval }: Axis): number[] | null {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return null
  const [from, to] = [span.from / 1000, span.to / 1000]
  const after = (start: number, count = 1) => bucketAfter(start, interval, count)
  const width = after(first) - first
  if ((Math.max(to, last) - Math.min(from, first)) / width > maxBuckets) return null
  const starts: number[] = []
  for (let start = first; start > from; ) {
    start = after(start, -1)
    starts.unshift(start)
  }
  for (const [index, time] of times.entries()) {
    starts.push(time)
    const end = times[index + 1] ?? to
    // A time closer than half a bucket is the next bucket: clocks may have changed between the two.
    const tolerance = index + 1 < times.length ? width / 2 : 0
    for (let start = after(time); start < end - tolerance; start = after(start)) starts.push(start)
  }
  return starts
}
