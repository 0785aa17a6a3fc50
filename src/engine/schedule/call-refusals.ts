/**
 * Interprets refusals (429 or overload). One refusal has two possible causes: the pool is over its limit, or the provider
 * always refuses this call. Other recent calls of the pool decide.
 */

/** Refusals of one call. Times are milliseconds. */
export interface CallRefusals {
  /** Refusals that are caused by the call, not by the pool. */
  readonly own: number
  /** Refusals of `own` that came after the pool answered a call begun later: it was not over its limit. */
  readonly proven: number
  /** Start of the last attempt that is counted in `own`. */
  readonly lastStartedAt: number | null
}

export const noRefusals: CallRefusals = { own: 0, proven: 0, lastStartedAt: null }

/** Recent calls of the pool. */
export interface NeighbouringCalls {
  /** Number of calls, at most `maxNeighbouringCalls`; calls under way count as accepted. */
  readonly calls: number
  readonly refused: number
  /** Start of the latest answered call; null without one. */
  readonly answeredStartedAt: number | null
}

export const maxNeighbouringCalls = 32

/** Above this share of refused calls, the pool is over its limit. */
const maxRefusedShare = 0.25

export type Fault = 'pool' | 'call'

/**
 * Whether the pool or the call causes a refusal, with the call's updated refusals. `startedAt`: start of the attempt.
 */
export function faultOf(
  before: CallRefusals,
  startedAt: number,
  { calls, refused, answeredStartedAt }: NeighbouringCalls,
): { readonly fault: Fault; readonly refusals: CallRefusals } {
  if (refused > calls * maxRefusedShare)
    return { fault: 'pool', refusals: { ...before, lastStartedAt: null } }
  const { lastStartedAt } = before
  const isProven = lastStartedAt !== null && answeredStartedAt !== null && answeredStartedAt > lastStartedAt
  const proven = before.proven + (isProven ? 1 : 0)
  return { fault: 'call', refusals: { own: before.own + 1, proven, lastStartedAt: startedAt } }
}

/**
 * Whether to give up the call. A provider that refuses one call in ten refuses a good one six times in a row once in a
 * million. Without other accepted calls, twelve attempts take two minutes, longer than per-minute limits.
 */
export const isHopeless = ({ own, proven }: CallRefusals): boolean => proven >= 5 || own >= 12
