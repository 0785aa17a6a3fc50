/**
 * Interprets refusals (429 or overload). A single one is ambiguous: the pool is over its limit, or the provider refuses
 * this one call always. The neighbouring calls decide.
 */

/** Refusals of one call. Times are milliseconds. */
export interface CallRefusals {
  /** Refusals that did not count for the pool. */
  readonly own: number
  /** Refusals among `own` after which another call began and was answered before this call was refused again. */
  readonly proven: number
  /** Start of the last attempt whose refusal did not count for the pool. */
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

/** A provider over its limit soon refuses more than this fraction of calls, or accepts the same call next time. */
const passingPart = 0.25

export type Fault = 'pool' | 'call'

/**
 * Whether the pool or the call causes a refusal, with the call's updated refusals. `startedAt`: start of the attempt.
 */
export function faultOf(
  before: CallRefusals,
  startedAt: number,
  { calls, refused, answeredStartedAt }: NeighbouringCalls,
): { readonly fault: Fault; readonly refusals: CallRefusals } {
  if (refused > calls * passingPart) return { fault: 'pool', refusals: { ...before, lastStartedAt: null } }
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
