import { Money } from '../../../engine/price/index.ts'
import {
  type Amounts,
  afterReservation,
  afterReturn,
  blockOf,
  coversNeed,
  type Need,
} from '../../../engine/schedule/index.ts'
import type { Store } from '../../db/index.ts'
import { lockBudget, type RunKey, saveUse } from './budget-queries.ts'
import type { Clock } from './limiter.ts'

/** The limits of a whole run, across restarts and processes. */
export interface RunLimits {
  readonly calls: number | null
  readonly cost: Money | null
}

/** The budget of the run is used up, or the call might exceed it. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted'
  readonly run: string

  constructor(run: string) {
    super('The budget of the run is used up.')
    this.run = run
  }
}

/** The price of the call is unknown, so a budget in money cannot be enforced. */
export class UnknownCost extends Error {
  override readonly name = 'UnknownCost'
}

/** The part of a budget that is reserved for one call. */
export interface Reservation {
  /** Ends the call and frees the unused part of its reservation. With a null cost, which is unknown, the whole part counts as used. */
  end(cost: Money | null): void
  /** Frees the whole part, because the call never started. */
  cancel(): void
}

/** Milliseconds without calls after which the unused budget is given back. */
const idleMilliseconds = 1000
/** Milliseconds for which a budget that was too small is not read again. */
const shortageMilliseconds = 250

/**
 * The block of a run's budget that this process has taken from the run's row. After a crash the block counts as used,
 * so a budget is never exceeded, but may end early by a tenth of its rest.
 */
export class RunBudget {
  readonly #store: Store
  readonly #key: RunKey
  readonly #limits: RunLimits
  readonly #onUnused: () => void
  readonly #clock: Clock
  #block: Amounts
  #underWay = 0
  /** Waiting calls, first in, first out. */
  readonly #waiting = new Set<() => void>()
  /** The amounts that the budget lacked, and until when it is not read again. */
  #shortage: { readonly missing: Need; readonly until: number } | null = null
  #taking: Promise<void> | null = null
  #returnTimer: NodeJS.Timeout | null = null

  constructor(store: Store, key: RunKey, limits: RunLimits, onUnused: () => void, clock: Clock) {
    this.#clock = clock
    this.#store = store
    this.#key = key
    this.#limits = limits
    this.#onUnused = onUnused
    this.#block = {
      calls: limits.calls === null ? null : 0,
      cost: limits.cost === null ? null : new Money(0),
    }
  }

  /**
   * Reserves the cost of a call. If the rest is too small, waits for running calls that may free some; refuses if there
   * are none.
   */
  async reserve(cost: Money | null, signal: AbortSignal): Promise<Reservation> {
    if (cost === null && this.#limits.cost !== null)
      throw new UnknownCost('The run has a budget in money, and the price of this call is not known.')
    const need: Need = { calls: 1, cost: cost ?? new Money(0) }
    if (this.#returnTimer) clearTimeout(this.#returnTimer)
    try {
      for (;;) {
        signal.throwIfAborted()
        if (coversNeed(this.#block, need)) return this.#reserved(need)
        if (this.#taking) await this.#taking
        else if (!this.#lacks(need)) await this.#take(need)
        else if (this.#underWay > 0) await this.#waitForChange(signal)
        else throw new BudgetExhausted(this.#key.run)
      }
    } finally {
      if (this.#underWay === 0) this.#returnSoon()
    }
  }

  /** Gives the unused budget back. */
  async close(): Promise<void> {
    if (this.#returnTimer) clearTimeout(this.#returnTimer)
    await this.#taking
    const unused = this.#block
    this.#block = { calls: unused.calls && 0, cost: unused.cost && new Money(0) }
    await this.#store.transact(async (tx) => {
      const row = await this.#lock(tx)
      await saveUse(tx, this.#key, {
        calls_used: row.calls_used - (unused.calls ?? 0),
        cost_used: new Money(row.cost_used).minus(unused.cost ?? 0).toFixed(),
      })
    })
  }

  #reserved(need: Need): Reservation {
    this.#block = afterReservation(this.#block, need)
    this.#underWay++
    // The rest may be enough for another waiting call.
    this.#wake(1)
    let isOpen = true
    const end = (unused: Need) => {
      if (!isOpen) return
      isOpen = false
      this.#underWay--
      this.#block = afterReturn(this.#block, unused)
      if (this.#underWay > 0) return this.#wake(1)
      this.#wake(this.#waiting.size)
      this.#returnSoon()
    }
    return {
      end: (cost) => end({ calls: 0, cost: need.cost.minus(cost ?? need.cost) }),
      cancel: () => end(need),
    }
  }

  /**
   * True if a transaction found a moment ago that the budget lacks this much. The row is not read again at once, because
   * thousands of calls may wait for one budget.
   */
  #lacks(need: Need): boolean {
    const shortage = this.#shortage
    if (shortage === null || this.#clock() >= shortage.until) return false
    const missing = missingAmounts(this.#block, need)
    return missing.calls >= shortage.missing.calls && missing.cost.gte(shortage.missing.cost)
  }

  #take(need: Need): Promise<void> {
    const missing = missingAmounts(this.#block, need)
    this.#taking = this.#store
      .transact(async (tx) => {
        const row = await this.#lock(tx)
        const remainder: Amounts = {
          calls: row.calls_limit === null ? null : row.calls_limit - row.calls_used,
          cost: row.cost_limit === null ? null : new Money(row.cost_limit).minus(row.cost_used),
        }
        const block = blockOf(remainder, missing)
        if (!block) return null
        await saveUse(tx, this.#key, {
          calls_used: row.calls_used + block.calls,
          cost_used: new Money(row.cost_used).plus(block.cost).toFixed(),
        })
        return block
      })
      .then((block) => {
        if (block) this.#block = afterReturn(this.#block, block)
        this.#shortage = block ? null : { missing, until: this.#clock() + shortageMilliseconds }
      })
      .finally(() => {
        this.#taking = null
      })
    return this.#taking
  }

  #lock(tx: Parameters<typeof lockBudget>[0]) {
    const { calls, cost } = this.#limits
    const limits = { calls_limit: calls, cost_limit: cost?.toFixed() ?? null }
    return lockBudget(tx, this.#key, limits, Math.floor(this.#clock()))
  }

  #wake(maxWoken: number): void {
    let remaining = maxWoken
    for (const wake of this.#waiting) {
      if (remaining-- === 0) return
      wake()
    }
  }

  #waitForChange(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      this.#waiting.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    signal.addEventListener('abort', wake)
    this.#waiting.add(wake)
    return promise
  }

  #returnSoon(): void {
    if (this.#returnTimer) clearTimeout(this.#returnTimer)
    this.#returnTimer = setTimeout(() => {
      if (this.#underWay > 0) return
      this.#onUnused()
      // If storage is unreachable, the block stays counted as used.
      this.close().catch(() => {})
    }, idleMilliseconds).unref()
  }
}

/** The amounts that this process's block lacks. */
const missingAmounts = (reserved: Amounts, need: Need): Need => ({
  calls: Math.max(0, need.calls - (reserved.calls ?? need.calls)),
  cost: Money.max(0, need.cost.minus(reserved.cost ?? need.cost)),
})
