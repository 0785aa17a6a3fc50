import { Refusal } from '../../engine/refusal.ts'
import type { WaitingWrites } from '../db/index.ts'

/** A commit takes milliseconds and holds 512 units: from here on the disk does not follow. */
const most: WaitingWrites = { units: 10_000, bytes: 128 * 1024 * 1024, milliseconds: 3_000 }

/** Seconds after which it is worth asking again. */
const retryAfter = 1

export const isTooMuch = ({ units, bytes, milliseconds }: WaitingWrites): boolean =>
  units > most.units || bytes > most.bytes || milliseconds > most.milliseconds

/** Rather sends the caller away than let what waits grow until memory ends. */
export function refuseOverload(waiting: WaitingWrites): void {
  if (isTooMuch(waiting))
    throw new Refusal('overloaded', 'Storage does not follow at the moment; send this again in a second.', {
      retryAfter,
    })
}
