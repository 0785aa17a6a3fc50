/**
 * A call that a provider turns away (429, or overload) says little alone: the pool may be over its limit, or the
 * provider refuses this one call whenever it comes. The calls beside it tell which.
 */

/** One call's refusals so far. Times are milliseconds. */
export interface CallRefusals {
  /** Refusals that did not count for the pool. */
  readonly own: number
  /** Those of `own` after which another call began and was answered before this call was refused again. */
  readonly proven: number
  /** When the last attempt began whose refusal did not count for the pool. */
  readonly lastStartedAt: number | null
}

export const noRefusals: CallRefusals = { own: 0, proven: 0, lastStartedAt: null }

/** What a pool saw of its last calls. */
export interface Beside {
  /** How many there were, `mostWitnesses` at most; calls under way count as let through. */
  readonly calls: number
  readonly refused: number
  /** When the latest call began that was answered; null: none was. */
  readonly answeredStartedAt: number | null
}

export const mostWitnesses = 32

/** A provider over its limit refuses more than this part of the last calls before long, or lets the same call through next time. */
const passingPart = 0.25

export type Fault = 'pool' | 'call'

/** Whose fault a refusal is, and the call's refusals with it. `startedAt`: when the refused attempt began. */
export function faultOf(
  before: CallRefusals,
  startedAt: number,
  { calls, refused, answeredStartedAt }: Beside,
): { readonly fault: Fault; readonly refusals: CallRefusals } {
  if (refused > calls * passingPart) return { fault: 'pool', refusals: { ...before, lastStartedAt: null } }
  const { lastStartedAt } = before
  const isProven = lastStartedAt !== null && answeredStartedAt !== null && answeredStartedAt > lastStartedAt
  const proven = before.proven + (isProven ? 1 : 0)
  return { fault: 'call', refusals: { own: before.own + 1, proven, lastStartedAt: startedAt } }
}

/**
 * Whether the call is given up. A provider that refuses one call in ten for its rate refuses a good one six times in a
 * row once in a million. Where no other call passes as proof, twelve tries last two minutes: longer than limits by the minute.
 */
export const isHopeless = ({ own, proven }: CallRefusals): boolean => proven >= 5 || own >= 12
