import { type Limits, maxConcurrency } from './limits.ts'

/** Calls that wait for one pool. */
export interface PoolWork {
  readonly calls: number
  readonly tokens: number
  /** Time of all calls, one after another. */
  readonly milliseconds: number
}

export type Bound = 'slots' | 'requests' | 'tokens'

/** Seconds that the calls take under each limit of a pool; null if the limit is unknown. */
export function secondsByBound(
  limits: Limits,
  { calls, tokens, milliseconds }: PoolWork,
): Readonly<Record<Bound, number | null>> {
  return {
    slots: secondsBySlots(limits, milliseconds / 1_000),
    requests: limits.requests && calls / limits.requests.perSecond,
    tokens: limits.tokens && tokens / limits.tokens.perSecond,
  }
}

/** Until the first overload, slots grow as in `growLimits`: by twice their number a second. */
function secondsBySlots({ concurrency, isStarting }: Limits, seconds: number): number {
  if (!isStarting) return seconds / concurrency
  const growthSeconds = Math.log(maxConcurrency / concurrency) / 2
  const secondsDoneWhileGrowing = (maxConcurrency - concurrency) / 2
  if (seconds > secondsDoneWhileGrowing)
    return growthSeconds + (seconds - secondsDoneWhileGrowing) / maxConcurrency
  return Math.log(1 + (2 * seconds) / concurrency) / 2
}
