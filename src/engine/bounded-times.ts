/** Milliseconds by which a sender's clock may be ahead. Later times would stay first in every list. */
const furthestAhead = 24 * 3_600_000

interface Times<End extends number | null> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: End
}

/**
 * The times of a call or span as they are stored. A start that is more than a day after the arrival becomes the arrival,
 * and the end moves with it. An end that is still more than a day ahead becomes the arrival.
 */
export function boundedTimes<End extends number | null>(
  { startedAt, endedAt }: Times<End>,
  arrivedAt: number,
): Times<End> {
  const latest = arrivedAt + furthestAhead
  if (startedAt <= latest && (endedAt ?? 0) <= latest) return { startedAt, endedAt }
  const start = startedAt > latest ? arrivedAt : startedAt
  if (endedAt === null) return { startedAt: start, endedAt }
  const end = endedAt - (startedAt - start)
  return { startedAt: start, endedAt: (end > latest ? Math.max(start, arrivedAt) : end) as End }
}
