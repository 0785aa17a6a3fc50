/** Requests or tokens that may begin in a second. */
export interface RateLimit {
  readonly perSecond: number
  /** Growth for each second without refusals. */
  readonly step: number
  /**
   * The first estimate, which may be far too low, because a provider with small bursts refuses calls that begin together.
   * It grows by half each second until its first refusal.
   */
  readonly isFirstEstimate: boolean
}

/** Limits of a pool. Times are milliseconds. */
export interface Limits {
  /** Calls under way at once. */
  readonly concurrency: number
  /** Whether concurrency still doubles each half second: until the provider's first overload. */
  readonly isStarting: boolean
  /** Null: no refusal so far, so the limit is unknown. */
  readonly requests: RateLimit | null
  readonly tokens: RateLimit | null
  readonly pausedUntil: number
  /** Refusals of calls that began before this time are ignored. */
  readonly backedOffAt: number
}

export const startingLimits: Limits = {
  // Finds a provider's limit of 100 within half a second; a higher start would only be refused more often.
  concurrency: 64,
  isStarting: true,
  requests: null,
  tokens: null,
  pausedUntil: 0,
  backedOffAt: 0,
}

export const maxConcurrency = 1024
/** One call a minute: the lowest useful limit. */
const minPerSecond = 1 / 60
/** A longer Retry-After is waited for in parts. */
const longestPause = 10 * 60_000

/** Limits that held calls back since the last update. Only these grow, because the others were not tested. */
export interface LimitsReached {
  readonly bySlots: boolean
  readonly byRequests: boolean
  readonly byTokens: boolean
}

/** Additive increase. It accelerates with the time since the last refusal, so that a raised limit is found. */
export function growLimits(limits: Limits, now: number, seconds: number, reached: LimitsReached): Limits {
  if (now < limits.pausedUntil) return limits
  const quietSeconds = Math.max(0, now - limits.backedOffAt) / 1000
  const acceleration = 2 ** Math.min(10, quietSeconds / quietSecondsPerDoubling)
  const rate = (limit: RateLimit | null, wasReached: boolean) => {
    if (!limit || !wasReached) return limit
    const maxAdded = limit.perSecond / 2
    const added = limit.isFirstEstimate ? maxAdded : Math.min(limit.step * acceleration, maxAdded)
    return { ...limit, perSecond: limit.perSecond + added * seconds }
  }
  const slotsPerSecond = limits.isStarting
    ? limits.concurrency * 2
    : Math.min(limits.concurrency, acceleration * 4)
  const concurrency = reached.bySlots ? limits.concurrency + slotsPerSecond * seconds : limits.concurrency
  return {
    ...limits,
    concurrency: Math.min(maxConcurrency, concurrency),
    requests: rate(limits.requests, reached.byRequests),
    tokens: rate(limits.tokens, reached.byTokens),
  }
}

/** Seconds without a refusal after which growth doubles. */
const quietSecondsPerDoubling = 10
/**
 * Fraction of a rate that is added each second after a refusal. Each test of a higher rate costs the pause of
 * a refusal, so tests are as rare as pauses are long: one in about thirty times the pause.
 */
const growth = 0.02
const growthPerSecondOfPause = 0.0015

export interface RefusedCall {
  readonly now: number
  /** Start of the refused call. */
  readonly startedAt: number
  /** Pause that the provider requested; null if none. */
  readonly retryAfter: number | null
  /** Requests that the provider accepted in the last second: the best estimate of its limit. */
  readonly requestsPerSecond: number
  readonly tokensPerSecond: number
  /** The exhausted limit, if the provider says; otherwise requests. */
  readonly of: 'requests' | 'tokens'
}

/** Multiplicative decrease, once for all calls under way together; a Retry-After always applies. */
export function backOff(limits: Limits, refused: RefusedCall): Limits {
  const { now, startedAt, retryAfter } = refused
  const pause = Math.min(longestPause, retryAfter ?? 0)
  const pausedUntil = Math.max(limits.pausedUntil, now + pause)
  if (startedAt <= limits.backedOffAt) return { ...limits, pausedUntil }
  const areTokensExhausted = refused.of === 'tokens'
  const isSameBurst = startedAt - limits.backedOffAt < burstMilliseconds
  return {
    ...limits,
    requests: areTokensExhausted
      ? limits.requests
      : loweredLimit(limits.requests, refused.requestsPerSecond, pause, isSameBurst),
    tokens: areTokensExhausted
      ? loweredLimit(limits.tokens, refused.tokensPerSecond, pause, isSameBurst)
      : limits.tokens,
    pausedUntil,
    backedOffAt: now,
  }
}

/** Milliseconds after a refusal in which another refusal only shows that the burst allowance is used up. */
const burstMilliseconds = 500

function loweredLimit(
  limit: RateLimit | null,
  acceptedPerSecond: number,
  pause: number,
  isSameBurst: boolean,
): RateLimit {
  const perSecond = Math.max(minPerSecond, loweredRate(limit, acceptedPerSecond * 0.98))
  const step = perSecond * Math.min(growth, growthPerSecondOfPause / (pause / 1000))
  // A rate that was lowered while no call was accepted is a guess.
  return {
    perSecond,
    step,
    isFirstEstimate: limit === null || (limit.isFirstEstimate && (isSameBurst || acceptedPerSecond === 0)),
  }
}

function loweredRate(limit: RateLimit | null, estimate: number): number {
  if (!limit) return Math.max(1, estimate)
  const { perSecond, isFirstEstimate } = limit
  return Math.max(perSecond * (isFirstEstimate ? 0.85 : 0.5), Math.min(perSecond * 0.95, estimate))
}

/** The provider is overloaded by all its callers: lower the concurrency. */
export function afterOverload(
  limits: Limits,
  { now, startedAt, retryAfter }: Pick<RefusedCall, 'now' | 'startedAt' | 'retryAfter'>,
): Limits {
  const pausedUntil = Math.max(limits.pausedUntil, now + Math.min(longestPause, retryAfter ?? 0))
  if (startedAt <= limits.backedOffAt) return { ...limits, pausedUntil }
  const concurrency = Math.max(1, limits.concurrency / 2)
  return { ...limits, isStarting: false, concurrency, pausedUntil, backedOffAt: now }
}
