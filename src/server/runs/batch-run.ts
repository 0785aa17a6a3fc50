import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { rowsOf } from '../../engine/sheet/index.ts'
import type { Context } from '../context.ts'
import type { SheetRow } from '../db/index.ts'
import { type ChangeListener, type Ending, type JobHandler, type Lease, LeaseLost } from '../jobs/index.ts'
import { Pace } from '../pacing/pace.ts'
import { type Permits, permitsOfWorkspace } from '../pacing/permits.ts'
import { appendChanges, beginChangeByNumber } from '../sheets/storage/index.ts'
import type { BatchRow } from './batch-cell.ts'
import { selectGenerations } from './batch-queries.ts'
import { countRows, rangesOf } from './batches.ts'
import { isUnaffected } from './changes-since-read.ts'
import { type BatchResults, type CommitSetting, commitResults } from './commit.ts'
import { writeCallState } from './commit-queries.ts'
import { Evaluation } from './evaluation.ts'
import { failRun } from './fail-run.ts'
import { type LoadedBatch, loadBatch, type Resolve } from './load-batch.ts'
import type { Outcome, PlannedCell } from './outcome.ts'
import { CacheReads } from './paid-calls/cache-reads.ts'
import { selectPaidCalls } from './paid-calls/paid-call-queries.ts'
import { PaidCallsOfBatch } from './paid-calls/paid-calls.ts'
import { cellQueueing } from './queue-portion.ts'
import { resolver } from './resolver.ts'
import { type BatchPayload, runJobKind } from './run-jobs.ts'
import { countWritten, finishBatch, markRunning } from './run-queries.ts'
import { type Satisfy, satisfier } from './satisfier.ts'
import { Wake } from './wake.ts'

/** Milliseconds in which results are collected before a commit. */
const gatherMilliseconds = 15
/** Milliseconds between two checks for cancelled or changed cells. */
const watchInterval = 400
/**
 * Milliseconds between two writes of which cells are being called. A cell with a shorter call stays QUEUED until its
 * result.
 */
const callStateInterval = 100
/** Milliseconds after which a batch that waits for another run is checked again. */
const recheckDelay = 200

/** Batches of cheap cells that a workspace computes at once: one is written while the next is computed. */
const concurrentCheapBatches = 2
/** A batch with fewer cells does not wait for a permit. */
const smallBatch = 200

export function cellRuns(context: Context): JobHandler[] {
  const cheapBatches = permitsOfWorkspace(concurrentCheapBatches)
  return [batchRuns(context, cheapBatches), cellQueueing(context, cheapBatches, permitsOfWorkspace(1))]
}

/** Re-checks of a blocked cell before it fails. The batch's own writes of begun calls also change the row's version. */
const maxRechecks = 2

/** Computes the cells of a run. Each job is one batch of rows. */
function batchRuns(context: Context, cheapBatches: Permits): JobHandler {
  return {
    kind: runJobKind,
    endsCalls: true,
    async run(lease) {
      const { waits, rows, columns } = lease.payload as BatchPayload
      const batch = new BatchRun(context, lease)
      if (waits !== false || countRows(rows) * columns.length <= smallBatch) return batch.run()
      return cheapBatches.hold(() => batch.run(), lease.signal)
    },
    failed: (tx, job) => failRun(tx, job, context.now()),
  }
}

/** The computing of one batch under one lease. */
class BatchRun {
  readonly #context: Context
  readonly #lease: Lease
  readonly #payload: BatchPayload
  readonly #resolve: Resolve
  readonly #satisfy: Satisfy
  readonly #cache: CacheReads
  #error: { readonly reason: unknown } | null = null
  #outcomes: Outcome[] = []
  #newlyStale: PlannedCell[] = []
  #revived = new Set<number>()
  #isSheetDeleted = false
  /** False once a result could not be written or a row was read again: the round may then not finish the batch. */
  #hasAllResults = true
  #slowRounds = 0
  /** True if the last commit also finished the batch. */
  #isFinished = false
  /** The check for changes of the evaluation that is running; null without one. */
  #activeCheck: ChangeListener | null = null
  /** True if cells were cancelled or changed since the batch was read. */
  #isOutdated = false
  /** True while rows are read again, or if they wait for the next round because columns have changed. */
  #isRenewing = false

  constructor(context: Context, lease: Lease) {
    this.#context = context
    this.#lease = lease
    this.#payload = lease.payload as BatchPayload
    this.#resolve = resolver(context, lease.workspace)
    this.#satisfy = satisfier(context, lease.workspace, this.#payload)
    this.#cache = new CacheReads(context.store, lease.workspace)
  }

  async run(): Promise<Ending> {
    const stopListening = this.#lease.whenChanged(async () => {
      this.#isOutdated = true
      await this.#activeCheck?.()
    })
    try {
      return await this.#rounds()
    } finally {
      stopListening()
    }
  }

  async #rounds(): Promise<Ending> {
    const { now } = this.#context
    for (;;) {
      if (this.#lease.stopping.aborted) return { kind: 'again', at: now() }
      this.#isOutdated = false
      const batch = await this.#load()
      const isOpen = batch?.rows.some(({ cells }) => cells.some((cell) => cell?.isOpen))
      if (!batch || !isOpen || this.#isSheetDeleted) return this.#finish()
      const outcomes = await this.#round(batch)
      if (this.#isFinished) return { kind: 'done' }
      if (outcomes === 0) return { kind: 'again', at: now() + recheckDelay }
    }
  }

  #load(rows: BatchPayload['rows'] = this.#payload.rows): Promise<LoadedBatch | null> {
    // Jobs of versions before 0.2 have no columns.
    const scope = { ...this.#payload, rows, columns: this.#payload.columns ?? null }
    return loadBatch(this.#context.store, this.#lease.workspace, scope, this.#resolve)
  }

  async #finish(): Promise<Ending> {
    const { operation, batch } = this.#payload
    await this.#lease.commit((tx) =>
      finishBatch(tx, this.#lease.workspace, operation, batch, this.#context.now()),
    )
    return { kind: 'done' }
  }

  /** Computes all cells that are ready. Returns the number of outcomes. */
  async #round(batch: LoadedBatch): Promise<number> {
    const { signal, stopping } = this.#lease
    await this.#begin(batch)
    const paidCalls = await this.#paidBefore(batch)
    const open = batch.rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell?.isOpen).length, 0)
    this.#hasAllResults = true
    this.#isRenewing = false
    const wake = new Wake()
    const evaluation = this.#newEvaluation(batch, paidCalls, wake)
    const stop = () => {
      evaluation.abortAll(signal.reason)
      wake.notify()
    }
    signal.addEventListener('abort', stop)
    const stopStartingCalls = () => evaluation.stopStartingCalls()
    stopping.addEventListener('abort', stopStartingCalls)
    if (stopping.aborted) stopStartingCalls()
    const check = () => this.#watch(evaluation, batch, () => this.#activeCheck === check)
    this.#activeCheck = check
    const timer = setInterval(() => {
      if (evaluation.underWay > 0) void check().catch(() => {})
    }, watchInterval)
    let isCallStateDue = false
    const callStates = setInterval(() => {
      isCallStateDue = evaluation.hasCallChanges
      if (isCallStateDue) wake.notify()
    }, callStateInterval)
    try {
      if (this.#isOutdated) await check()
      const pace = new Pace()
      for (const row of batch.rows) {
        evaluation.advance(row)
        await pace.pause()
      }
      for (;;) {
        const hasEnded = evaluation.underWay === 0
        if (signal.aborted) throw new LeaseLost('The run was stopped.')
        if (this.#error) throw this.#error.reason
        if (isCallStateDue) await this.#storeCallStates(evaluation, batch)
        isCallStateDue = false
        await this.#commit(batch, hasEnded && evaluation.outcomeCount === open)
        if (hasEnded && evaluation.underWay === 0) return evaluation.outcomeCount
        await wake.wait()
        if (evaluation.underWay > 0) await sleep(gatherMilliseconds)
      }
    } catch (error) {
      // Calls under way are paid: their answers are stored once storage is back, and the next attempt finds them.
      if (this.#context.store.isUnavailable(error)) {
        evaluation.stopStartingCalls()
        await evaluation.finished()
      }
      throw error
    } finally {
      this.#activeCheck = null
      clearInterval(timer)
      clearInterval(callStates)
      signal.removeEventListener('abort', stop)
      stopping.removeEventListener('abort', stopStartingCalls)
      evaluation.abortAll(new LeaseLost('The batch is over.'))
      await evaluation.finished()
    }
  }

  #newEvaluation({ plan }: LoadedBatch, paidCalls: PaidCallsOfBatch, wake: Wake): Evaluation {
    return new Evaluation(plan, {
      record: (outcome) => {
        this.#outcomes.push(outcome)
        wake.notify()
      },
      markStale: (cell) => this.#newlyStale.push(cell),
      markRevived: (row: BatchRow) => this.#revived.add(row.id),
      satisfy: this.#satisfy,
      paidCalls: (work) => paidCalls.of(work),
      findCached: (key) => this.#findCached(key),
      fail: (reason) => {
        this.#error ??= { reason }
        wake.notify()
      },
      idle: () => wake.notify(),
    })
  }

  /** Sets the run to running if the batch has slow columns; without them the first results do that. */
  async #begin({ plan }: LoadedBatch): Promise<void> {
    if (plan.columns.every(({ cost }) => cost === 'none')) return
    this.#slowRounds++
    if (this.#slowRounds > 1) return
    const { workspace } = this.#lease
    await this.#lease.commit((tx) => markRunning(tx, workspace, this.#payload.operation, this.#context.now()))
  }

  /** Stores which cells are being called, and which wait because their provider refused the call. */
  async #storeCallStates(evaluation: Evaluation, { plan }: LoadedBatch): Promise<void> {
    const { begun, refused } = evaluation.takeCallChanges()
    const cells = [...begun, ...refused]
    if (cells.length === 0) return
    const { workspace } = this.#lease
    const { sheet: number, execution } = this.#payload
    await this.#lease.commit(async (tx) => {
      const sheet = await beginChangeByNumber(tx, workspace, number, this.#context.now())
      if (!sheet) return
      const writing = { dialect: this.#context.store.dialect, sheet, execution }
      await writeCallState(tx, writing, 'dispatch', begun)
      await writeCallState(tx, writing, 'wait', refused)
      const { layout } = plan.loaded.sheet
      const changes = [...Map.groupBy(cells, ({ column }) => column.row.number)].map(([column, group]) => ({
        columns: [column],
        rows: rowsOf(group.map(({ row }) => row.index)),
      }))
      await appendChanges(tx, { ...sheet, layout }, changes)
    })
  }

  async #paidBefore({ plan }: LoadedBatch): Promise<PaidCallsOfBatch> {
    const { workspace: workspace_id } = this.#lease
    const { sheet, operation: operation_id, rows } = this.#payload
    const isFree = plan.columns.every(({ cost }) => cost === 'none')
    const key = { workspace_id, number: sheet }
    const paidCalls = isFree ? [] : await selectPaidCalls(this.#context.store.db, key, rows)
    return new PaidCallsOfBatch(this.#context, { workspace_id, operation_id, sheet }, paidCalls)
  }

  /** Commits the outcomes up to now. With `isLast`, if all results were written, the commit also finishes the batch. */
  async #commit(loaded: LoadedBatch, isLast: boolean): Promise<void> {
    const results: BatchResults = {
      outcomes: this.#outcomes,
      newlyStale: this.#newlyStale,
      revived: this.#revived,
    }
    if (results.outcomes.length === 0) return
    this.#outcomes = []
    this.#newlyStale = []
    this.#revived = new Set()
    const { store, now } = this.#context
    const { operation, execution, batch } = this.#payload
    const { workspace } = this.#lease
    const setting: CommitSetting = {
      store,
      now,
      operation,
      execution,
      workspace,
      loaded: loaded.plan.loaded,
      resolve: this.#resolve,
    }
    const outcomes = results.outcomes.filter(({ kind }) => kind !== 'progressed').length
    await this.#lease.commit(async (tx) => {
      const mayGiveUp = async (sheet: SheetRow) =>
        this.#slowRounds > maxRechecks || (await isUnaffected(tx, loaded, sheet))
      const tally = await commitResults(tx, { ...setting, mayGiveUp }, results)
      if (tally) await countWritten(tx, workspace, operation, tally, now())
      if (!tally) this.#isSheetDeleted = true
      else if (tally.completed + tally.failed + tally.released < outcomes) this.#hasAllResults = false
      if (!tally || !isLast || !this.#hasAllResults) return
      await finishBatch(tx, workspace, operation, batch, now())
      this.#isFinished = true
    })
  }

  async #findCached(key: string) {
    const cached = await this.#cache.find(key)
    if (!cached) return null
    const value = parseExact(cached.value) as Json
    return cached.evidence === null ? { value } : { value, evidence: parseExact(cached.evidence) as Json }
  }

  /**
   * Aborts calls whose cells were changed or cancelled, because their results could not be written. Reads rows with
   * newly queued cells again.
   */
  async #watch(evaluation: Evaluation, batch: LoadedBatch, isCurrent: () => boolean): Promise<void> {
    const rows = batch.rows.filter(({ cells }) => cells.some((cell) => cell?.isOpen))
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const key = { workspace_id: this.#lease.workspace, number: this.#payload.sheet }
    const queued = await selectGenerations(this.#context.store, key, this.#payload.execution, ids)
    const generations = new Map(
      queued.map((cell) => [`${cell.row_id} ${cell.column_number}`, cell.generation]),
    )
    const renewed = rows.filter((row) =>
      batch.plan.columns.some(({ slot, row: { number } }) => {
        const generation = generations.get(`${row.id} ${number}`)
        const cell = row.cells[slot]
        return generation !== undefined && cell !== undefined && cell.generation !== generation
      }),
    )
    evaluation.abortUnless(
      rows,
      (row, column, generation) => generations.get(`${row} ${column}`) === generation,
    )
    if (renewed.length > 0 && !this.#isRenewing) await this.#renew(evaluation, batch, renewed, isCurrent)
  }

  /** Computes rows with their present content, without waiting for the rest of the batch. */
  async #renew(
    evaluation: Evaluation,
    { plan }: LoadedBatch,
    rows: readonly BatchRow[],
    isCurrent: () => boolean,
  ): Promise<void> {
    this.#isRenewing = true
    const reloaded = await this.#load(rangesOf(rows.map(({ id }) => id)))
    if (!isCurrent() || reloaded?.plan.columns !== plan.columns) return
    this.#isRenewing = false
    // The number of cells in the batch was counted without these rows, so it cannot tell whether the batch is complete.
    this.#hasAllResults = false
    const reloadedRows = new Map(reloaded.rows.map((row) => [row.id, row]))
    for (const row of rows) if (reloadedRows.has(row.id)) evaluation.renew(row, reloadedRows.get(row.id)!)
  }
}
