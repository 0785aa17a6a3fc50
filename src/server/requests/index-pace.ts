/** Requests per unit while no request is logged: about 10 ms of the writer. */
export const batchSize = 256
/** Requests per unit while requests are logged: a log call may wait for a whole unit. */
const busyUnitSize = 128
/** Lower bound: smaller units would rewrite the same pages too often. */
const minUnitSize = 32
/** Target milliseconds per unit while requests are logged; over a million requests 64 took up to 28 ms. */
const unitMilliseconds = 8
/** Ticks for which sparse arrivals are gathered; indexing each alone would halve the logging rate. */
const maxGatherTicks = 10
/** Arrivals per tick from which logging has priority. */
const busyArrivals = 100
/** Pending requests allowed while logging has priority: a search scans each of them. */
const maxPending = 10_000
/** The same while searches are active. */
const maxPendingWhileSearched = 500
/** Requests indexed per arrival above those limits, without and with active searches. */
const catchUpRate = 1.2
const catchUpRateWhileSearched = 1.5
/** Minimum per tick while searches are active: pending requests cost each search more than indexing does. */
const minQuotaWhileSearched = 2 * batchSize

/** State of the indexer at one tick. */
export interface IndexerState {
  /** Requests logged since the last tick. */
  readonly arrivals: number
  readonly pending: number
  /** A search ran recently. */
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
 * Size of the next unit, from the arrivals since the tick and the milliseconds per request of recent units. A commit has
 * one unit beside any number of log calls, so units grow until indexing follows a server that logs without a pause.
 */
export function unitSize(arrivals: number, milliseconds: number, pending: number): number {
  if (arrivals === 0) return batchSize
  const size = Math.max(minUnitSize, Math.min(busyUnitSize, Math.floor(unitMilliseconds / milliseconds)))
  const excess = Math.max(1, pending / maxPending)
  return Math.min(batchSize, Math.floor(size * excess ** 2))
}

/** True if logging became busy during a tick that began without a limit; the rest waits for the next tick. */
export const isOvertaken = (quota: number, arrivals: number): boolean =>
  quota === Number.POSITIVE_INFINITY && arrivals > busyArrivals

/** Index segments that a search tolerates: each costs about 10 microseconds per word. */
const tolerableSegments = 40
/** Number of segments above which merging has priority. */
const manySegments = 120
/** Ticks without a log call after which slow merges run too. */
const longQuiet = 10

/** Merge steps in this tick; each is a unit of its own. */
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
  return arrivals === 0 && quietTicks >= longQuiet ? 24 : 0
}
