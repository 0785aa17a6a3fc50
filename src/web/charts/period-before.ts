interface Points {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
}

/** The values of the previous period at the times of the current one, which begins `seconds` later. */
export function periodBefore(
  times: readonly number[],
  before: Points,
  seconds: number,
  empty: number | null,
): (number | null)[] {
  const [first, second] = times
  if (first === undefined || before.times.length === 0) return times.map(() => empty)
  const step = second === undefined ? seconds : second - first
  const valuesByBucket = new Map(
    before.times.map((time, index) => [Math.round((time + seconds - first) / step), before.values[index]!]),
  )
  return times.map((time) => valuesByBucket.get(Math.round((time - first) / step)) ?? empty)
}
