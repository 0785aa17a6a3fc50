import { Refusal } from '../../engine/refusal.ts'
import type { Caller } from './caller.ts'

const minute = 60_000
/** Above this number of tracked keys, idle keys are dropped. */
const maxKeys = 10_000

/**
 * Limits the calls of each key in this process. A key may use a minute's calls at once; they refill evenly. Only the
 * time when a key's calls are full again is stored.
 */
export class KeyRates {
  readonly #wholeAt = new Map<number, number>()
  readonly #usual: number | null
  readonly #now: () => number

  constructor(defaultRate: number | null, now: () => number) {
    this.#usual = defaultRate
    this.#now = now
  }

  /** Counts a call, or refuses it with 429 and the seconds to wait. */
  take({ actor, requestsPerMinute }: Caller): void {
    const rate = requestsPerMinute ?? this.#usual
    if (actor.kind !== 'key' || !rate) return
    const now = this.#now()
    const next = Math.max(this.#wholeAt.get(actor.id) ?? 0, now) + minute / rate
    // If the rate was lowered, calls made before count for at most a minute.
    const wait = Math.min(next - now - minute, minute)
    // Sums of fractions are rounded, so tiny waits are ignored.
    if (wait > 0.001)
      throw new Refusal('overloaded', `This key is limited to ${rate} calls a minute.`, {
        retryAfter: Math.ceil(wait / 1000),
      })
    if (this.#wholeAt.size >= maxKeys) this.#forget(now)
    this.#wholeAt.set(actor.id, next)
  }

  #forget(now: number): void {
    for (const [key, wholeAt] of this.#wholeAt) if (wholeAt <= now) this.#wholeAt.delete(key)
  }
}
