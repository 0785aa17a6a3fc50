/** A rate limit that the provider does not announce. */
export interface RateLimit {
  readonly perSecond: number
  /** Calls that are admitted at once; by default those of one second. */
  readonly burst?: number
  readonly saysRetryAfter?: boolean
}

/** A token bucket. Returns the milliseconds until the next call is admitted; 0 admits this one. */
export function rateLimiter({ perSecond, burst = perSecond }: RateLimit): (now: number) => number {
  let level = burst
  let last: number | null = null
  return (now) => {
    level = Math.min(burst, level + ((now - (last ?? now)) / 1_000) * perSecond)
    last = now
    if (level < 1) return ((1 - level) / perSecond) * 1_000
    level -= 1
    return 0
  }
}
