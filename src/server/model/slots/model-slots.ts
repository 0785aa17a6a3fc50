import { hash, randomUUID } from 'node:crypto'
import { Money } from '../../../engine/price/index.ts'
import { type Limits, startingLimits } from '../../../engine/schedule/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { RetryLimits } from '../call-with-retries.ts'
import type { ModelReply } from '../provider.ts'
import { attemptEndOf } from './attempt-end.ts'
import { CallFigures, type ProviderFigures } from './call-figures.ts'
import { type Clock, realClock } from './limiter.ts'
import { localLimiter } from './local-limiter.ts'
import { Pool } from './pool.ts'
import { PoolCall } from './pool-call.ts'
import { type Reservation, RunBudget, type RunLimits } from './run-budget.ts'
import { sharedLimiter, storedLimits } from './shared-limiter.ts'

/** A pool: the calls that the provider counts together. `connection` identifies the key without containing it. */
export interface PoolName {
  readonly provider: string
  readonly connection: string
  readonly model: string | null
}

export interface SlotRequest {
  readonly workspace: WorkspaceId
  readonly pool: PoolName
  /** The run of the call; runs take turns. Null limits: unlimited. */
  readonly run: { readonly id: string; readonly limits: RunLimits | null }
  /** The most that the call may use. A null `cost` means an unknown price. */
  readonly estimate: { readonly tokens: number; readonly cost: Money | null }
  /** The cost of a reply; null if it is unknown, and then the estimate counts. */
  readonly costOf: (reply: ModelReply) => Money | null
  readonly signal: AbortSignal
}

/** A call that has reserved a part of its run's budget. */
export interface CallPass {
  /** Waits for a slot for each attempt of `callWithRetries`. The outcome of the attempt adjusts the limits. */
  readonly takeSlot: NonNullable<RetryLimits['takeSlot']>
  /** Ends the call and frees the part of the budget that it did not use. */
  close(): void
}

export interface SlotFigures {
  readonly underWay: number
  readonly waiting: number
  /** Number of slots of this process in the pools that are in use. */
  readonly slots: number
  readonly providers: ReadonlyMap<string, ProviderFigures>
}

/** Slots for all model calls: limits of pools, turns between runs, and budgets. */
export interface ModelSlots {
  /** Opens a call. Rejects with the signal's reason if the signal aborts. @throws BudgetExhausted or UnknownCost */
  open(request: SlotRequest): Promise<CallPass>
  /** Opens a call, does the work and closes the call. */
  run<T>(request: SlotRequest, work: (takeSlot: CallPass['takeSlot']) => Promise<T>): Promise<T>
  /** The limits of a pool now. A pool that was never used has the starting limits. */
  limits(workspace: WorkspaceId, pool: PoolName): Promise<Limits>
  /** Counts the cost of an answer for metrics; null if it is unknown. */
  countCost(provider: string, cost: Money | null): void
  /** Counts of this process, for metrics. */
  figures(): SlotFigures
  /** Starts with few concurrent calls, because the previous process was killed during calls. */
  beginCarefully(): void
  /** Gives back this process's shares of limits and budgets. */
  close(): Promise<void>
}

/** Above this number of pools, idle pools are dropped, and the limits that they learned are lost. */
const maxPools = 1000

export function createModelSlots(store: Store, clock: Clock = realClock): ModelSlots {
  const holder = randomUUID()
  const pools = new Map<string, Pool>()
  const budgets = new Map<string, RunBudget>()
  const calls = new CallFigures()
  let killedAt = Number.NEGATIVE_INFINITY

  function poolOf({ workspace, pool }: SlotRequest): Pool {
    const name = keyOf(pool)
    const key = `${workspace} ${name}`
    const cached = pools.get(key)
    if (cached) return cached
    if (pools.size >= maxPools) for (const [poolName, idle] of pools) if (idle.isIdle) pools.delete(poolName)
    const newPool: Pool = new Pool(
      store.dialect === 'postgres'
        ? sharedLimiter(store, { workspace, pool: name }, holder, clock, () => newPool.dispatch())
        : localLimiter(),
      clock,
      () => killedAt,
    )
    pools.set(key, newPool)
    return newPool
  }

  function budgetOf({ workspace, run: { id, limits } }: SlotRequest): RunBudget | null {
    if (!limits || (limits.calls === null && limits.cost === null)) return null
    const key = `${workspace} ${id}`
    const cached = budgets.get(key)
    if (cached) return cached
    const budget = new RunBudget(store, { workspace, run: id }, limits, () => budgets.delete(key), clock)
    budgets.set(key, budget)
    return budget
  }

  async function open(request: SlotRequest): Promise<CallPass> {
    const reservation = await budgetOf(request)?.reserve(request.estimate.cost, request.signal)
    return passOf(poolOf(request), request, reservation, calls)
  }

  return {
    open,
    async limits(workspace, pool) {
      const name = keyOf(pool)
      const measuredLimits =
        store.dialect === 'postgres'
          ? await storedLimits(store.db, { workspace, pool: name })
          : pools.get(`${workspace} ${name}`)?.limits
      return measuredLimits ?? startingLimits
    },
    figures() {
      const figures = [...pools.values()].map((pool) => pool.figures)
      return {
        underWay: figures.reduce((sum, { underWay }) => sum + underWay, 0),
        waiting: figures.reduce((sum, { waiting }) => sum + waiting, 0),
        slots: figures.reduce((sum, { slots }) => sum + slots, 0),
        providers: calls.byProvider,
      }
    },
    countCost: (provider, cost) => calls.countCost(provider, cost),
    beginCarefully() {
      killedAt = clock()
    },
    async run(request, work) {
      const pass = await open(request)
      try {
        return await work(pass.takeSlot)
      } finally {
        pass.close()
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

const keyOf = ({ provider, connection, model }: PoolName) =>
  hash('sha256', JSON.stringify([provider, connection, model]), 'base64url')

function passOf(
  pool: Pool,
  request: SlotRequest,
  reservation: Reservation | undefined,
  calls: CallFigures,
): CallPass {
  const { run, estimate, costOf } = request
  const call = new PoolCall(run.id, estimate.tokens)
  let attempts = 0
  let answers = 0
  /** Null once the cost is unknown. */
  let cost: Money | null = new Money(0)
  return {
    async takeSlot(signal) {
      const slot = await pool.acquire(call, signal)
      attempts++
      return (outcome) => {
        const end = attemptEndOf(outcome)
        const { attempt, reply, mayHaveCost } = end
        calls.count(request.pool.provider, end)
        if (attempt.kind === 'answered') answers++
        if (mayHaveCost) cost = null
        else if (reply && cost !== null) cost = costOf(reply)
        return slot.end(attempt)
      }
    },
    close() {
      pool.recordEnd(call, answers)
      // A refused attempt counts too, so that calls to a provider that is down use up the budget of calls.
      if (attempts === 0) reservation?.cancel()
      else reservation?.end(cost)
    },
  }
}
