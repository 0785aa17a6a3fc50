import { Refusal } from '../../engine/refusal.ts'
import type { WaitingWrites } from '../db/index.ts'

/** Accepted work that is not finished. */
export interface Load extends WaitingWrites {
  /** Number of stored requests that are not indexed yet. */
  readonly unindexed: number
}

/**
 * A commit takes milliseconds and holds 512 units, so more than this means that the disk is too slow. `unindexed` is
 * ten times the index's own limit: indexing falls behind, and every search scans the pending requests.
 */
const limits: Load = { units: 10_000, bytes: 128 * 1024 * 1024, milliseconds: 3_000, unindexed: 100_000 }

/** Seconds after which callers should retry. */
export const retryAfter = 1

export const isOverloaded = ({ units, bytes, milliseconds, unindexed }: Load): boolean =>
  units > limits.units ||
  bytes > limits.bytes ||
  milliseconds > limits.milliseconds ||
  unindexed > limits.unindexed

const overloaded = new Refusal('overloaded', 'The server is overloaded. Retry in one second.', { retryAfter })

/** Refuses a call if too much work is waiting, before memory runs out. */
export function refuseOverload(load: Load): void {
  if (isOverloaded(load)) throw overloaded
}
