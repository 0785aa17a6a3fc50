import type { Held, Limits, Refused } from '../../../engine/schedule/index.ts'

/** This process's share of a pool's limits. */
export interface Share {
  readonly slots: number
  /** Null: unlimited. */
  readonly requestsPerSecond: number | null
  readonly tokensPerSecond: number | null
  readonly pausedUntil: number
}

export type Overload = Pick<Refused, 'now' | 'startedAt' | 'retryAfter'>

/** State of this process's calls in a pool. */
export interface Seen {
  /** Number of waiting and running calls. */
  readonly demand: number
  /** The limits that held calls back since the last tick. */
  readonly held: Held
  /** Throughput of the last second. */
  readonly rates: { readonly requests: number; readonly tokens: number }
}

/** Limits of one pool: local, or shared between processes. */
export interface Limiter {
  /** Limits of all processes together, as this process last read them. */
  readonly limits: Limits
  readonly share: Share
  /** Recent calls of other processes that were not refused. */
  readonly passingElsewhere: number
  refused(refused: Refused): void
  overloaded(overload: Overload): void
  /** Called regularly while calls wait or run. */
  look(now: number, seen: Seen): void
  /** The pool is idle: releases the share. */
  rest(): Promise<void>
}

/** Milliseconds since 1970, with fraction. */
export type Clock = () => number

/** Real waiting time, even if a test controls the time of rows. */
export const realClock: Clock = () => performance.timeOrigin + performance.now()
