/** Requests in one unit while none are logged; about 10 ms of the writer. */
export const batchSize = 256
/** Maximum requests in one unit while requests are logged, because a log call may wait for the whole unit. */
const busyUnitSize = 128
/** Smaller units would rewrite the same pages too often. */
const minUnitSize = 32
/** Target for the duration of a unit while requests are logged. With a million stored requests, 64 took up to 28 ms. */
const unitMilliseconds = 8
/** Ticks for which a few arrivals are collected. Indexing each one alone would halve the rate of logging. */
const maxGatherTicks = 10
/** Arrivals per tick from which logging has priority. */
const busyArrivals = 100
/** Pending requests that are allowed while logging has priority, because searches scan each of them. */
const maxPending = 10_000
/** The same limit while searches are active. */
const maxPendingWhileSearched = 500
/**
 * Requests indexed per arrival while more are pending than these limits allow: without active searches, and with them.
 */
const catchUpRate = 1.2
const catchUpRateWhileSearched = 1.5
/**
 * A tick indexes at least this many requests while searches are active, because pending requests slow searches more
 * than indexing does.
 */
const minQuotaWhileSearched = 2 * batchSize

/** The state of the indexer at one tick. */
export interface IndexerState {
  /** Requests logged since the last tick. */
  readonly arrivals: number
  readonly pending: number
  /** True if a search ran recently. */
  readonly isSearched: boolean
  /** Consecutive ticks that indexed nothing. */
  readonly skippedTicks: number
}

/** Number of pending requests that this tick may index. */
export function indexQuota({ arrivals, pending, isSearched, skippedTicks }: IndexerState): number {
  if (arrivals > busyArrivals) return quotaWhileLogging(arrivals, pending, isSearched)
  const isGathering = arrivals > 0 && pending < batchSize && skippedTicks < maxGatherTicks
  return isGathering ? 0 : Number.POSITIVE_INFINITY
}

function quotaWhileLogging(arrivals: number, pending: number, isSearched: boolean): number {
  if (isSearched && pending > maxPendingWhileSearched)
    return Math.max(minQuotaWhileSearched, Math.ceil(catchUpRateWhileSearched * arrivals))
  return pending > maxPending ? Math.ceil(catchUpRate * arrivals) : 0
}

/**
 * Size of the next unit, by the arrivals since the tick and the milliseconds that recent units took for each request. A
 * commit has one unit and any number of log calls, so units grow until indexing keeps up with constant logging.
 */
export function unitSize(arrivals: number, milliseconds: number, pending: number): number {
  if (arrivals === 0) return batchSize
  const size = Math.max(minUnitSize, Math.min(busyUnitSize, Math.floor(unitMilliseconds / milliseconds)))
  const excess = Math.max(1, pending / maxPending)
  return Math.min(batchSize, Math.floor(size * excess ** 2))
}

/** True if logging became busy during a tick that began without a limit. The rest is left to the next tick. */
export const isOvertaken = (quota: number, arrivals: number): boolean =>
  quota === Number.POSITIVE_INFINITY && arrivals > busyArrivals

/** Segments of the word index up to which merging can wait: each costs a search about 10 microseconds for each word. */
const tolerableSegments = 40
/** Number of segments above which merging has priority. */
const manySegments = 120
/** Ticks without a log call after which slow merges run too. */
const longQuietTicks = 10

/** Merge steps in this tick. Each step is a separate unit. */
export function mergeQuota({
  arrivals,
  quietTicks,
  segments,
}: {
  arrivals: number
  quietTicks: number
  segments: number
}): number {
  if (segments > manySegments) return 24
  if (segments > tolerableSegments) return 8
  return arrivals === 0 && quietTicks >= longQuietTicks ? 24 : 0
}
