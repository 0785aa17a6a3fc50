/** A range of times in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
  /** The present time, if the times of the chart are on another clock than the browser's. */
  readonly now?: number
}

/** Missing less than this part of a past bucket, such as its last minute, does not count. */
const tolerance = 1 / 50

/** Whether the first and the last bucket reach beyond the span, or beyond the present. Times and `clock` are in seconds. */
export function partialBuckets(
  times: readonly number[],
  span: Span | null | undefined,
  clock: number,
): { readonly first: boolean; readonly last: boolean } {
  const [first, second] = times
  const [before, last] = times.slice(-2)
  if (first === undefined || second === undefined || last === undefined) return { first: false, last: false }
  const from = (span?.from ?? 0) / 1000
  const now = span?.now === undefined ? clock : span.now / 1000
  const to = Math.min(now, (span?.to ?? Infinity) / 1000)
  const [firstStep, lastStep] = [second - first, last - before!]
  const end = last + lastStep
  const margin = now < end ? 0 : lastStep * tolerance
  return {
    first: from > first + firstStep * tolerance && from < second,
    last: to >= last && to < end - margin,
  }
}
