import { Refusal } from '../../engine/refusal.ts'
import type { Caller } from './caller.ts'

const minute = 60_000
/** Keys that called lately; the rest of the map is dropped when it grows beyond this. */
const mostRemembered = 10_000

/**
 * How often each key may call, counted by this process. A key may use a minute's calls at once; after that they come
 * back evenly. Of each key only the time is kept at which its allowance will be whole again.
 */
export class KeyRates {
  readonly #wholeAt = new Map<number, number>()
  readonly #usual: number | null
  readonly #now: () => number

  constructor(usual: number | null, now: () => number) {
    this.#usual = usual
    this.#now = now
  }

  /** Counts one call of a key, or refuses it: 429 with the seconds to wait. */
  take({ actor, requestsPerMinute }: Caller): void {
    const rate = requestsPerMinute ?? this.#usual
    if (actor.kind !== 'key' || !rate) return
    const now = this.#now()
    const next = Math.max(this.#wholeAt.get(actor.id) ?? 0, now) + minute / rate
    // A rate that was lowered must not keep the debt of the old one for longer than a minute.
    const wait = Math.min(next - now - minute, minute)
    // Sums of fractions: a thousandth of a millisecond is none.
    if (wait > 0.001)
      throw new Refusal('overloaded', `The key may make ${rate} calls a minute.`, {
        retryAfter: Math.ceil(wait / 1000),
      })
    if (this.#wholeAt.size >= mostRemembered) this.#forget(now)
    this.#wholeAt.set(actor.id, next)
  }

  #forget(now: number): void {
    for (const [key, wholeAt] of this.#wholeAt) if (wholeAt <= now) this.#wholeAt.delete(key)
  }
}
