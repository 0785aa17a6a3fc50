import { hash, randomUUID } from 'node:crypto'
import type { Money } from '../../../engine/price/index.ts'
import type { LimitHints } from '../../../engine/schedule/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { type Clock, realClock } from './limiter.ts'
import { localLimiter } from './local-limiter.ts'
import { Pool, type Slot } from './pool.ts'
import { type Reservation, RunBudget, type RunLimits } from './run-budget.ts'
import { sharedLimiter } from './shared-limiter.ts'
import { verdictOn } from './verdict.ts'

export interface SlotRequest {
  readonly workspace: WorkspaceId
  /** What the provider counts together. `connection` tells one key from another, without being one. */
  readonly pool: { readonly provider: string; readonly connection: string; readonly model: string | null }
  /** Runs take turns. Without limits the run may use what it wants. */
  readonly run: { readonly id: string; readonly limits: RunLimits | null }
  /** What the call uses at most; `cost` null: the price is not known. */
  readonly estimate: { readonly tokens: number; readonly cost: Money | null }
  readonly signal: AbortSignal
}

/** What a call came to. */
export interface Called<T> {
  readonly value: T
  /** Null: the provider did not say; the estimate counts. */
  readonly tokens: number | null
  readonly cost: Money | null
  readonly hints?: LimitHints
}

export interface SlotResult<T> {
  readonly value: T
  /** Time before the attempt that succeeded began, attempts that were refused included: no part of the latency. */
  readonly waitedMilliseconds: number
  readonly attempts: number
}

/** Every call of a model, whoever makes it, goes through here: limits, turns, budgets, retries. */
export interface ModelSlots {
  /** Runs the call when there is a slot, again where that is safe. Rejects with the signal's reason once aborted. */
  run<T>(request: SlotRequest, call: (attempt: number) => Promise<Called<T>>): Promise<SlotResult<T>>
  /** Gives back what this process holds of limits and budgets. */
  close(): Promise<void>
}

/** Pools beyond this are forgotten when idle, with what was learned of their limits. */
const mostPools = 1000

export function createModelSlots(store: Store, clock: Clock = realClock): ModelSlots {
  const holder = randomUUID()
  const pools = new Map<string, Pool>()
  const budgets = new Map<string, RunBudget>()

  function poolOf({ workspace, pool }: SlotRequest): Pool {
    const name = hash('sha256', JSON.stringify([pool.provider, pool.connection, pool.model]), 'base64url')
    const key = `${workspace} ${name}`
    const known = pools.get(key)
    if (known) return known
    if (pools.size >= mostPools) for (const [other, idle] of pools) if (idle.isIdle) pools.delete(other)
    const made: Pool = new Pool(
      store.dialect === 'postgres'
        ? sharedLimiter(store, { workspace, pool: name }, holder, clock, () => made.dispatch())
        : localLimiter(),
      clock,
    )
    pools.set(key, made)
    return made
  }

  function budgetOf({ workspace, run: { id, limits } }: SlotRequest): RunBudget | null {
    if (!limits || (limits.calls === null && limits.cost === null)) return null
    const key = `${workspace} ${id}`
    const known = budgets.get(key)
    if (known) return known
    const made = new RunBudget(store, { workspace, run: id }, limits, () => budgets.delete(key), clock)
    budgets.set(key, made)
    return made
  }

  return {
    async run(request, call) {
      const askedAt = clock()
      const reservation = await budgetOf(request)?.reserve(request.estimate.cost, request.signal)
      const pool = poolOf(request)
      for (let attempt = 1; ; attempt++) {
        const slot = await slotOf(pool, request, attempt, reservation)
        const called = await attempted(slot, call, attempt, request, reservation)
        if (!called) continue
        reservation?.settle(called.cost)
        const waitedMilliseconds = slot.startedAt - askedAt
        return { value: called.value, waitedMilliseconds, attempts: attempt }
      }
    },
    async close() {
      await Promise.all([
        ...[...pools.values()].map((pool) => pool.close()),
        ...[...budgets.values()].map((budget) => budget.close()),
      ])
    },
  }
}

async function slotOf(
  pool: Pool,
  { run, estimate, signal }: SlotRequest,
  attempt: number,
  reservation: Reservation | undefined,
): Promise<Slot> {
  try {
    return await pool.acquire(run.id, estimate.tokens, signal, attempt > 1)
  } catch (error) {
    reservation?.cancel()
    throw error
  }
}

/** Nothing when the call is to be tried again. */
async function attempted<T>(
  slot: Slot,
  call: (attempt: number) => Promise<Called<T>>,
  attempt: number,
  { signal }: SlotRequest,
  reservation: Reservation | undefined,
): Promise<Called<T> | null> {
  try {
    const called = await call(attempt)
    slot.end({ kind: 'answered', tokens: called.tokens, hints: called.hints })
    return called
  } catch (error) {
    const { ended, retryIn, mayHaveCost } = verdictOn(error, attempt)
    slot.end(ended)
    if (retryIn !== null && !signal.aborted) {
      if (retryIn === 0) return null
      // A little later than asked, and not all at once.
      await pause(retryIn * (1 + Math.random() / 4), signal)
      if (!signal.aborted) return null
    }
    if (mayHaveCost) reservation?.settle(null)
    else reservation?.cancel()
    throw error
  }
}

/** Ends early when the signal says so. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, milliseconds)
  signal.addEventListener('abort', end)
  return promise
}
