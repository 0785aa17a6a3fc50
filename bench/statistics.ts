/** The figures of one contender in one round. */
export interface Sample {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50?: number
  readonly p99?: number
  readonly max?: number
  /** Processor time of the server for each answer, in microseconds. */
  readonly cpuMicros?: number
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (Number.isInteger(middle)) return (sorted[middle - 1]! + sorted[middle]!) / 2
  return sorted[Math.floor(middle)]!
}

export const medianOf = (samples: readonly Sample[], field: keyof Sample): number =>
  median(samples.map((sample) => sample[field] ?? Number.NaN))

/**
 * The median of the ratios of all rounds, because interference of the machine slows both sides of a round.
 */
export function medianRatio(ours: readonly Sample[], theirs: readonly Sample[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / theirs[round]!.perSecond))
}
