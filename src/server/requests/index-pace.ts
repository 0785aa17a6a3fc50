/** Requests to one unit while nothing else is written: some 10 ms of the writer. */
export const batchSize = 256
/** The same beside log calls: one of them may have to wait for it. */
const sliceSize = 64
/** Smaller ones would write the same pages again and again. */
const leastSlice = 16
/** Milliseconds that a unit may take beside log calls: over a million requests 64 took up to 28. */
const sliceMilliseconds = 4
/** Looks for which those that come a few at a time are gathered: an index written for each would halve their rate. */
const gathering = 10
/** Requests between two looks from which on logging goes first. */
const busy = 100
/** Requests that may wait while logging goes first: a search looks at each of them. */
const most = 10_000
/** The same while somebody searches. */
const mostWhileAsked = 500
/** Requests indexed for each that comes, once too many wait, and while somebody searches. */
const catchUp = 1.2
const catchUpWhileAsked = 1.5
/** At least so many between two looks while somebody searches: what waits costs each search more than the index. */
const leastWhileAsked = 2 * batchSize

/** What the indexer sees when it looks. */
export interface Look {
  /** Requests since the last look. */
  readonly arrived: number
  readonly waiting: number
  /** Somebody has searched lately. */
  readonly isAsked: boolean
  /** Looks in a row that left what waits. */
  readonly left: number
}

/** How many of those that wait may come into the index now. */
export function mayIndex({ arrived, waiting, isAsked, left }: Look): number {
  if (arrived > busy) return beside(arrived, waiting, isAsked)
  const isGathering = arrived > 0 && waiting < batchSize && left < gathering
  return isGathering ? 0 : Number.POSITIVE_INFINITY
}

function beside(arrived: number, waiting: number, isAsked: boolean): number {
  if (isAsked && waiting > mostWhileAsked)
    return Math.max(leastWhileAsked, Math.ceil(catchUpWhileAsked * arrived))
  return waiting > most ? Math.ceil(catchUp * arrived) : 0
}

/** For the next unit, when so many have come since the look, and each of those before took so many milliseconds. */
export function unitSize(arrived: number, milliseconds: number): number {
  if (arrived === 0) return batchSize
  return Math.max(leastSlice, Math.min(sliceSize, Math.floor(sliceMilliseconds / milliseconds)))
}

/** Log calls have come up since a look that found none: what is left of it can wait. */
export const isOvertaken = (may: number, arrived: number): boolean =>
  may === Number.POSITIVE_INFINITY && arrived > busy

/** Segments of the word index that a search bears: looking into one of them takes some 10 microseconds for each word. */
const bearable = 40
/** From here on merging must not fall behind. */
const many = 120
/** Looks without a log call after which it is quiet: then also what takes long is merged. */
const quietLooks = 10

/** Steps of merging in this look, each a unit of its own. */
export function mayMerge({
  arrived,
  quiet,
  segments,
}: {
  arrived: number
  quiet: number
  segments: number
}): number {
  if (segments > many) return 24
  if (segments > bearable) return 8
  return arrived === 0 && quiet >= quietLooks ? 24 : 0
}
