import type { Held, Refused } from '../../../engine/schedule/index.ts'

/** What this process may do of what the pool may do. */
export interface Share {
  readonly slots: number
  /** Null: no limit is known. */
  readonly requestsPerSecond: number | null
  readonly tokensPerSecond: number | null
  readonly pausedUntil: number
}

export type Overload = Pick<Refused, 'now' | 'startedAt' | 'retryAfter'>

/** The calls of this process, as its pool sees them. */
export interface Seen {
  /** How many wait or are under way. */
  readonly demand: number
  /** What held them back since the last look. */
  readonly held: Held
  /** What got through in the last second. */
  readonly rates: { readonly requests: number; readonly tokens: number }
}

/** The limits of one pool: kept here, or shared with other processes. */
export interface Limiter {
  readonly share: Share
  /** Calls that other processes began lately, and that were not refused. */
  readonly passingElsewhere: number
  refused(refused: Refused): void
  overloaded(overload: Overload): void
  /** Again and again while calls wait or are under way. */
  look(now: number, seen: Seen): void
  /** Nothing is to be done: others may have this share. */
  rest(): Promise<void>
}

/** Milliseconds since 1970, with a fraction. */
export type Clock = () => number

/** Waiting is real even where a test sets the time of rows. */
export const realClock: Clock = () => performance.timeOrigin + performance.now()
