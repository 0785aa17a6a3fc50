/** A number of requests or tokens that may begin in a second. */
export interface RateLimit {
  readonly perSecond: number
  /** What a second without refusals adds. */
  readonly step: number
  /**
   * The first guess, which may be far too low: a provider that lets little through at once refuses a handful of
   * calls that begin together. It grows by half each second until it is refused itself.
   */
  readonly isSought: boolean
}

/** What a pool of calls to one provider may do. Times are milliseconds. */
export interface Limits {
  /** Calls under way at once. */
  readonly concurrency: number
  /** Whether concurrency doubles each half second still: until the provider is first overloaded. */
  readonly isStarting: boolean
  /** Null: the provider has not refused yet, so nothing is known. */
  readonly requests: RateLimit | null
  readonly tokens: RateLimit | null
  readonly pausedUntil: number
  /** Calls that began before it say nothing new when they are refused. */
  readonly backedOffAt: number
}

export const startingLimits: Limits = {
  // What a provider that lets 100 through is found with in half a second; more at once would only be refused more often.
  concurrency: 64,
  isStarting: true,
  requests: null,
  tokens: null,
  pausedUntil: 0,
  backedOffAt: 0,
}

export const mostConcurrency = 1024
/** A minute for one call: below this a limit says nothing useful. */
const leastPerSecond = 1 / 60
/** A provider's Retry-After that is longer is waited for in parts. */
const longestPause = 10 * 60_000

/** What held calls back since the last look. Only that grows: a limit that nobody met was not tried. */
export interface Held {
  readonly bySlots: boolean
  readonly byRequests: boolean
  readonly byTokens: boolean
}

/** Additive increase. The longer no call was refused, the faster, so that a limit that was raised is found. */
export function grown(limits: Limits, now: number, seconds: number, held: Held): Limits {
  if (now < limits.pausedUntil) return limits
  const quiet = Math.max(0, now - limits.backedOffAt) / 1000
  const urge = 2 ** Math.min(10, quiet / quietPerDoubling)
  const rate = (limit: RateLimit | null, isHeld: boolean) => {
    if (!limit || !isHeld) return limit
    const most = limit.perSecond / 2
    const added = limit.isSought ? most : Math.min(limit.step * urge, most)
    return { ...limit, perSecond: limit.perSecond + added * seconds }
  }
  const slotsPerSecond = limits.isStarting ? limits.concurrency * 2 : Math.min(limits.concurrency, urge * 4)
  const concurrency = held.bySlots ? limits.concurrency + slotsPerSecond * seconds : limits.concurrency
  return {
    ...limits,
    concurrency: Math.min(mostConcurrency, concurrency),
    requests: rate(limits.requests, held.byRequests),
    tokens: rate(limits.tokens, held.byTokens),
  }
}

/** Seconds without a refusal after which growth is twice as fast. */
const quietPerDoubling = 10
/**
 * Part of a rate that a second adds right after a refusal. Each try for more costs the pause that a refusal
 * asks for, so where pauses are long, tries are rare: one in some thirty times the pause.
 */
const growth = 0.02
const growthOfPause = 0.0015

export interface Refused {
  readonly now: number
  /** When the refused call began. */
  readonly startedAt: number
  /** What the provider asked for; null when it did not say. */
  readonly retryAfter: number | null
  /** What the provider let through in the last second: the best guess at what it allows. */
  readonly requestsPerSecond: number
  readonly tokensPerSecond: number
  /** What ran out, when the provider says; requests otherwise. */
  readonly of: 'requests' | 'tokens'
}

/** Multiplicative decrease, once for all calls that were under way together; a Retry-After always holds. */
export function backedOff(limits: Limits, refused: Refused): Limits {
  const { now, startedAt, retryAfter } = refused
  const pause = Math.min(longestPause, retryAfter ?? 0)
  const pausedUntil = Math.max(limits.pausedUntil, now + pause)
  if (startedAt <= limits.backedOffAt) return { ...limits, pausedUntil }
  const isTokens = refused.of === 'tokens'
  const isSoon = startedAt - limits.backedOffAt < settling
  return {
    ...limits,
    requests: isTokens ? limits.requests : lowered(limits.requests, refused.requestsPerSecond, pause, isSoon),
    tokens: isTokens ? lowered(limits.tokens, refused.tokensPerSecond, pause, isSoon) : limits.tokens,
    pausedUntil,
    backedOffAt: now,
  }
}

/**
 * Milliseconds after a refusal in which another one says only that what the provider keeps for bursts is used up, and
 * nothing of its rate.
 */
const settling = 500

function lowered(limit: RateLimit | null, achieved: number, pause: number, isSoon: boolean): RateLimit {
  const perSecond = Math.max(leastPerSecond, loweredRate(limit, achieved * 0.98))
  const step = perSecond * Math.min(growth, growthOfPause / (pause / 1000))
  return { perSecond, step, isSought: limit === null || (limit.isSought && isSoon) }
}

function loweredRate(limit: RateLimit | null, guess: number): number {
  if (!limit) return Math.max(1, guess)
  const { perSecond, isSought } = limit
  return Math.max(perSecond * (isSought ? 0.85 : 0.5), Math.min(perSecond * 0.95, guess))
}

/** The provider has too much to do, whoever asks: fewer calls at once. */
export function overloaded(
  limits: Limits,
  { now, startedAt, retryAfter }: Pick<Refused, 'now' | 'startedAt' | 'retryAfter'>,
): Limits {
  const pausedUntil = Math.max(limits.pausedUntil, now + Math.min(longestPause, retryAfter ?? 0))
  if (startedAt <= limits.backedOffAt) return { ...limits, pausedUntil }
  const concurrency = Math.max(1, limits.concurrency / 2)
  return { ...limits, isStarting: false, concurrency, pausedUntil, backedOffAt: now }
}
