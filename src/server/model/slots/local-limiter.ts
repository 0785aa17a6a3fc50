import {
  afterOverload,
  backOff,
  growLimits,
  type Limits,
  startingLimits,
} from '../../../engine/schedule/index.ts'
import type { Limiter, Share } from './limiter.ts'

/** The limiter for SQLite, where one process uses the whole pool. */
export function localLimiter(): Limiter {
  let limits = startingLimits
  let checkedAt = 0
  return {
    get limits() {
      return limits
    },
    passingElsewhere: 0,
    get share() {
      return shareOf(limits, Math.floor(limits.concurrency), 1)
    },
    refused(refused) {
      limits = backOff(limits, refused)
    },
    overloaded(overload) {
      limits = afterOverload(limits, overload)
    },
    tick(now, { limitsReached }) {
      limits = growLimits(limits, now, Math.min(1, (now - checkedAt) / 1000), limitsReached)
      checkedAt = now
    },
    release: async () => {},
  }
}

export const shareOf = (limits: Limits, slots: number, fraction: number): Share => ({
  slots,
  requestsPerSecond: limits.requests && limits.requests.perSecond * fraction,
  tokensPerSecond: limits.tokens && limits.tokens.perSecond * fraction,
  pausedUntil: limits.pausedUntil,
})
