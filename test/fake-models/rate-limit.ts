/** A limit that the provider keeps and does not announce. */
export interface RateLimit {
  readonly perSecond: number
  /** How many may come at once; one second's worth unless said. */
  readonly burst?: number
  readonly saysRetryAfter?: boolean
}

/** A bucket that fills evenly. Gives the milliseconds until the next call would be let in; 0 lets this one in. */
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
