import { Refusal } from '../../engine/refusal.ts'
import type { WaitingWrites } from '../db/index.ts'

/** What has come and is not done with. */
export interface Load extends WaitingWrites {
  /** Requests that are durable and not in the index. */
  readonly unindexed: number
}

/**
 * A commit takes milliseconds and holds 512 units: from here on the disk does not follow. The index lets 10,000
 * wait by itself; ten times that says that it cannot catch up, and every search looks at all of them.
 */
const most: Load = { units: 10_000, bytes: 128 * 1024 * 1024, milliseconds: 3_000, unindexed: 100_000 }

/** Seconds after which it is worth asking again. */
export const retryAfter = 1

export const isTooMuch = ({ units, bytes, milliseconds, unindexed }: Load): boolean =>
  units > most.units || bytes > most.bytes || milliseconds > most.milliseconds || unindexed > most.unindexed

const overloaded = new Refusal(
  'overloaded',
  'Storage does not follow at the moment; send this again in a second.',
  { retryAfter },
)

/** Rather sends the caller away than let what waits grow until memory ends. */
export function refuseOverload(load: Load): void {
  if (isTooMuch(load)) throw overloaded
}
