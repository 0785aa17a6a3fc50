/** A pending request. */
export interface Arrival {
  readonly id: number
  /** Length of its texts. */
  readonly characters: number
}

/** All pending requests with ids up to `last`. */
export interface Batch {
  readonly last: number
  readonly requests: number
  /** It is one long request. */
  readonly isLong: boolean
  /** No more requests are pending. */
  readonly isRest: boolean
}

/** Characters from which a reader thread splits the words: the writer would need 2 ms and more. */
const longCharacters = 32 * 1024

/** The next batch of the oldest pending requests, of which there are at most `limit`. A long request is a batch by itself. */
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
