interface Points {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly (readonly (number | null)[])[]
}

/** Charts with more buckets keep their gaps. */
const maxBuckets = 2_000

/**
 * Adds the empty buckets that the API leaves out. The smallest step counts as the width of a bucket; days of 23 and 25 hours
 * count as one step.
 */
export function withoutGaps({ times, values }: Points, empty: readonly (number | null)[]): Points {
  const steps = times.slice(1).map((time, index) => time - times[index]!)
  const step = Math.min(...steps)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  if (steps.length === 0 || span / step > maxBuckets) return { times, values }
  const filled: number[] = []
  const rows: (readonly (number | null)[])[] = []
  for (const [index, time] of times.entries()) {
    for (let last = filled.at(-1); last !== undefined && time - last > step * 1.5; last = filled.at(-1)) {
      filled.push(last + step)
      rows.push(empty)
    }
    filled.push(time)
    rows.push(values.map((series) => series[index] ?? null))
  }
  return { times: filled, values: values.map((_series, index) => rows.map((row) => row[index] ?? null)) }
}
