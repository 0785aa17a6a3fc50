/** How many cells were done at a time, in milliseconds. */
export interface Sample {
  readonly at: number
  readonly done: number
}

const windowMilliseconds = 20_000
const leastMilliseconds = 1_000

/** The samples with one more; what is older than the window goes, and all when a new run begins from less. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && sample.done < last.done) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= windowMilliseconds), sample]
}

/** Cells a second over the window; null until there is enough to tell. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMilliseconds || last.done === first.done) return null
  return ((last.done - first.done) * 1_000) / (last.at - first.at)
}
