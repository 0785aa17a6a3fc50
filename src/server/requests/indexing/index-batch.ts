/** A pending request. */
export interface Arrival {
  readonly id: number
  /** Number of characters that searches scan. */
  readonly characters: number
}

/** All pending requests with ids up to `last`. */
export interface Batch {
  readonly last: number
  readonly requests: number
  /** True if the batch is one long request. */
  readonly isLong: boolean
  /** True if no other requests are pending. */
  readonly isRest: boolean
}

/**
 * From this number of characters on, a reader thread splits the text into words; the writer would need 2 ms or more.
 */
const longCharacters = 32 * 1024

/** The next batch among the oldest pending requests, at most `limit`. A long request is a batch by itself. */
export function batchOf(arrivals: readonly Arrival[], limit: number): Batch | null {
  if (arrivals.length === 0) return null
  const firstLong = arrivals.findIndex(({ characters }) => characters >= longCharacters)
  const isLong = firstLong === 0
  const count = isLong ? 1 : firstLong < 0 ? arrivals.length : firstLong
  return {
    last: arrivals[count - 1]!.id,
    requests: count,
    isLong,
    isRest: count === arrivals.length && arrivals.length < limit,
  }
}
