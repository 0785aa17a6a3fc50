import { Refusal } from '../../engine/refusal.ts'
import type { Caller } from './caller.ts'

const minute = 60_000
/** Above this number of tracked keys, idle keys are dropped. */
const maxKeys = 10_000

/**
 * Limits the calls of each key in this process. A key may use a minute's calls at once; they refill evenly. For each key
 * only the time is stored at which all its calls are available again.
 */
export class KeyRates {
  readonly #fullAt = new Map<number, number>()
  readonly #defaultRate: number | null
  /** A monotonic clock: after a clock was set back, calls made before would count until it caught up. */
  readonly #now: () => number

  constructor(defaultRate: number | null, now: () => number) {
    this.#defaultRate = defaultRate
    this.#now = now
  }

  /** Counts a call, or refuses it with 429 and the seconds to wait. */
  take({ actor, requestsPerMinute }: Caller): void {
    const rate = requestsPerMinute ?? this.#defaultRate
    if (actor.kind !== 'key' || !rate) return
    const now = this.#now()
    const next = Math.max(this.#fullAt.get(actor.id) ?? 0, now) + minute / rate
    // If the rate was lowered, calls made before count for at most a minute.
    const wait = Math.min(next - now - minute, minute)
    // Sums of fractions are rounded, so tiny waits are ignored.
    if (wait > 0.001)
      throw new Refusal('overloaded', `This key is limited to ${rate} calls a minute.`, {
        retryAfter: Math.ceil(wait / 1000),
      })
    if (this.#fullAt.size >= maxKeys) this.#dropIdle(now)
    this.#fullAt.set(actor.id, next)
  }

  #dropIdle(now: number): void {
    for (const [key, wholeAt] of this.#fullAt) if (wholeAt <= now) this.#fullAt.delete(key)
  }
}
