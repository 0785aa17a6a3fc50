import { Refusal } from '../../engine/refusal.ts'
import type { WaitingWrites } from '../db/index.ts'

/** Work accepted but not finished. */
export interface Load extends WaitingWrites {
  /** Stored requests that are not indexed. */
  readonly unindexed: number
}

/**
 * A commit takes milliseconds and holds 512 units, so these limits mean that the disk is too slow. Ten times
 * the index's own limit means that indexing cannot catch up, and every search scans pending requests.
 */
const limits: Load = { units: 10_000, bytes: 128 * 1024 * 1024, milliseconds: 3_000, unindexed: 100_000 }

/** Seconds until a retry. */
export const retryAfter = 1

export const isOverloaded = ({ units, bytes, milliseconds, unindexed }: Load): boolean =>
  units > limits.units ||
  bytes > limits.bytes ||
  milliseconds > limits.milliseconds ||
  unindexed > limits.unindexed

const overloaded = new Refusal('overloaded', 'The server is overloaded. Retry in one second.', { retryAfter })

/** Refuses calls instead of queueing until memory runs out. */
export function refuseOverload(load: Load): void {
  if (isOverloaded(load)) throw overloaded
}
