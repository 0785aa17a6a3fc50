/** A token bucket that may be overdrawn: a call larger than the bucket begins, and later calls wait longer. */
export interface Bucket {
  readonly level: number
  /** Time of the level, in milliseconds. */
  readonly at: number
}

export interface Flow {
  readonly perSecond: number
  readonly capacity: number
}

/** The bucket at `now`, in milliseconds; a clock that goes back removes nothing. */
export function refillBucket({ level, at }: Bucket, { perSecond, capacity }: Flow, now: number): Bucket {
  const inflow = (Math.max(0, now - at) / 1000) * perSecond
  return { level: Math.min(capacity, level + inflow), at: Math.max(at, now) }
}

/** A call may begin while the bucket is not empty. */
export const isOpen = ({ level }: Bucket): boolean => level > 0

/** The bucket after a withdrawal, possibly negative. */
export const drawFromBucket = ({ level, at }: Bucket, amount: number): Bucket => ({
  level: level - amount,
  at,
})

/** Milliseconds until the bucket is open. */
export function waitOf({ level }: Bucket, { perSecond }: Flow): number {
  if (level > 0) return 0
  return perSecond > 0 ? (-level / perSecond) * 1000 + 1 : Number.POSITIVE_INFINITY
}
