import type { Limits, LimitsReached, RefusedCall } from '../../../engine/schedule/index.ts'

/** The part of a pool's limits that this process may use. */
export interface Share {
  readonly slots: number
  /** Null: unlimited. */
  readonly requestsPerSecond: number | null
  readonly tokensPerSecond: number | null
  readonly pausedUntil: number
}

export type Overload = Pick<RefusedCall, 'now' | 'startedAt' | 'retryAfter'>

/** The calls of this process in a pool. */
export interface PoolActivity {
  /** Number of waiting and running calls. */
  readonly demand: number
  /** Which limits have made calls wait since the last tick. */
  readonly limitsReached: LimitsReached
  /** Throughput over the last second. */
  readonly rates: { readonly requests: number; readonly tokens: number }
}

/** The limits of one pool: local, or shared between processes. */
export interface Limiter {
  /** The limits for all processes together, as this process last read them. */
  readonly limits: Limits
  readonly share: Share
  /** Requests a second of other processes that were not refused. */
  readonly passingElsewhere: number
  refused(refused: RefusedCall): void
  overloaded(overload: Overload): void
  /** Called regularly while calls wait or run, with their numbers. */
  tick(now: number, activity: PoolActivity): void
  /** Gives the share back, because the pool is idle. */
  release(): Promise<void>
}

/** Milliseconds since 1970, with a fraction. */
export type Clock = () => number

/** The real time, also in tests that control the time of rows. */
export const realClock: Clock = () => performance.timeOrigin + performance.now()
