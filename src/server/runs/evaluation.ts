import { hash as digest } from 'node:crypto'
import type { Failure, Inputs, Json, Need, Step } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import {
  type CellEvent,
  isOfOtherVersion,
  mayKeep,
  sameValue,
  storedVersion,
} from '../../engine/sheet/index.ts'
import type { RequestMetrics } from '../sheets/storage/index.ts'
import { guardedStep } from '../template-runs/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn, SheetPlan } from './column-plan.ts'
import { applyDownstream } from './downstream-effects.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import type { Awaiting, GivenUp, PlannedCell, Unchanged, Unpaid } from './outcome.ts'
import { addMetrics, cachedMetrics, type Spent } from './satisfier.ts'

/** The work of a cell that needs external calls. */
interface CellCalls {
  readonly row: BatchRow
  readonly column: PlannedColumn
  readonly stop: AbortController
  /** Number of calls that have begun and were not refused. */
  begunCalls: number
  /** Number of begun calls whose answers are stored as the cell's progress. */
  answeredCalls: number
  /** True if the cell is stored as DISPATCHED. */
  isDispatched: boolean
}

type CellAddress = Pick<CellCalls, 'row' | 'column'>

/** Computes rows independently of each other: a row waits only for its own cells. */
export class Evaluation {
  readonly #plan: SheetPlan
  readonly #context: EvaluationContext
  readonly #calls = new Map<BatchCell, CellCalls>()
  outcomeCount = 0
  #idle: (() => void) | null = null
  /** After an error no further call starts, because a need that cannot be satisfied would be tried forever. */
  #isBroken = false
  /** True if the process is stopping. */
  #isStopping = false

  constructor(plan: SheetPlan, context: EvaluationContext) {
    this.#plan = plan
    this.#context = context
  }

  /** Number of cells with running calls. */
  get underWay(): number {
    return this.#calls.size
  }

  /** Returns the cells whose call has begun, and those whose calls were all refused, since this was last called. */
  takeCallChanges(): { readonly begun: readonly CellAddress[]; readonly refused: readonly CellAddress[] } {
    const changed = this.#callChanges()
    for (const calls of changed) calls.isDispatched = !calls.isDispatched
    return {
      begun: changed.filter(({ isDispatched }) => isDispatched),
      refused: changed.filter(({ isDispatched }) => !isDispatched),
    }
  }

  get hasCallChanges(): boolean {
    return this.#callChanges().length > 0
  }

  #callChanges(): CellCalls[] {
    return [...this.#calls.values()].filter(({ begunCalls, isDispatched }) => begunCalls > 0 !== isDispatched)
  }

  async finished(): Promise<void> {
    while (this.#calls.size > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
  }

  /** Aborts the calls of cells that may no longer be written, and drops such cells that have no call. */
  abortUnless(
    rows: readonly BatchRow[],
    mayWrite: (row: number, column: number, generation: number) => boolean,
  ): void {
    for (const row of rows)
      for (const column of this.#plan.columns) {
        const cell = row.cells[column.slot]
        if (!cell?.isOpen || mayWrite(row.id, column.row.number, cell.generation)) continue
        const call = this.#calls.get(cell)
        if (call) call.stop.abort(new Error('The cell was cancelled.'))
        else cell.isOpen = false
      }
  }

  /**
   * Replaces a row's content by newly read content of the same plan. Outcomes that are not stored yet are kept. Newly
   * queued cells start.
   */
  renew(row: BatchRow, { texts, cells }: BatchRow): void {
    row.texts = texts
    for (const { slot } of this.#plan.columns) {
      const [currentCell, loadedCell] = [row.cells[slot], cells[slot]]
      // If the cell was open when it was read, the outcome in memory may not be stored yet.
      const isCurrentNewer =
        currentCell?.generation === loadedCell?.generation && (currentCell?.isUnderWay || loadedCell?.isOpen)
      if (loadedCell && !isCurrentNewer) row.cells[slot] = loadedCell
    }
    this.advance(row)
  }

  /** Starts no further cell, and aborts the cells whose calls have not begun. */
  stopStartingCalls(): void {
    this.#isStopping = true
    for (const calls of this.#calls.values()) this.#abortUnbegun(calls)
  }

  #abortUnbegun({ begunCalls, answeredCalls, stop }: CellCalls): void {
    if (this.#isStopping && begunCalls === answeredCalls) stop.abort(new Error('The process is stopping.'))
  }

  abortAll(reason: unknown): void {
    for (const { stop } of this.#calls.values()) stop.abort(reason)
  }

  /** Starts all cells of the row that are ready. Called again after each outcome. */
  advance(row: BatchRow): void {
    for (const column of this.#plan.columns) {
      const cell = row.cells[column.slot]
      if (!cell?.isOpen || cell.isUnderWay) continue
      const readiness = column.readiness((id) => this.#plan.statusOf(id, row))
      if (readiness.kind === 'waiting') continue
      const planned = { column, row, cell }
      if (readiness.kind === 'blocked') this.#endWithoutValue(planned, 'block', 'given up')
      else if (readiness.kind === 'failed')
        this.#fail(planned, { code: 'upstream_failed', message: readiness.message }, undefined, null)
      else this.#begin(planned)
    }
  }

  #begin(planned: PlannedCell): void {
    const { column, row, cell } = planned
    const values = column.values(row)
    const hash = column.hasher.hash(values)
    if (cell.hash === hash && mayKeep(cell)) {
      this.#endWithoutValue(planned, 'keep', 'unchanged')
      this.#applyDownstream('keep', planned, true)
      return
    }
    const inputs = column.inputs(row, values)
    const step = storedStep(cell, hash) ?? guardedStep(() => column.evaluator!.prepare(inputs))
    if (step.kind === 'need') this.#call(planned, { inputs, values, hash, step })
    else this.#end(planned, hash, step, null, null)
  }

  #call(planned: PlannedCell, firstNeed: FirstNeed): void {
    if (firstNeed.step.need.kind === 'human') {
      this.#endWithoutValue(planned, 'await', 'awaiting')
      return
    }
    const { column, row, cell } = planned
    if (this.#isStopping) {
      cell.isOpen = false
      return
    }
    cell.isUnderWay = true
    const stop = new AbortController()
    const calls: CellCalls = {
      row,
      column,
      stop,
      begunCalls: 0,
      answeredCalls: 0,
      isDispatched: cell.state === 'DISPATCHED',
    }
    this.#calls.set(cell, calls)
    this.#computeWithCalls(planned, firstNeed, calls)
      .catch((error: unknown) => {
        // A cancel or an edit aborted the call, and sets the state of the cell itself.
        if (stop.signal.aborted) return
        this.#isBroken = true
        this.#context.fail(error)
      })
      .finally(() => {
        cell.isUnderWay = false
        this.#calls.delete(cell)
        if (stop.signal.aborted) cell.isOpen = false
        else if (!this.#isBroken) this.advance(row)
        if (this.#calls.size > 0) return
        this.#idle?.()
        this.#idle = null
        this.#context.idle()
      })
  }

  /** Satisfies the needs of a cell one after the other. A cached value of equal inputs takes their place. */
  async #computeWithCalls(planned: PlannedCell, firstNeed: FirstNeed, calls: CellCalls): Promise<void> {
    const { column, cell } = planned
    const { inputs, values, hash } = firstNeed
    const { signal } = calls.stop
    const onCall = (change: 'begun' | 'refused') => {
      calls.begunCalls += change === 'begun' ? 1 : -1
      this.#abortUnbegun(calls)
    }
    const key = column.isCached ? digest('sha256', column.hasher.text(values)) : null
    // The user asked to compute an existing value again, so the cache is not used.
    if (key !== null && cell.resting !== 'COMPLETED') {
      const cached = await this.#context.findCached(key)
      signal.throwIfAborted()
      if (cached) {
        this.#end(planned, hash, { kind: 'value', ...cached }, cachedMetrics(column.promptVersion), null)
        return
      }
    }
    let step: Step = firstNeed.step
    const paidCalls = this.#context.paidCalls({ ...planned, hash })
    let spent: Spent | null = null
    while (step.kind === 'need') {
      const { need, state } = step
      const { answer, spending } = await this.#context.satisfy(need, signal, paidCalls, column.row.id, onCall)
      signal.throwIfAborted()
      if (!answer.ok && answer.failure.code === 'budget_exhausted') {
        this.#endWithoutValue(planned, 'skip', 'unpaid')
        return
      }
      spent = addMetrics(spent, spending)
      step = guardedStep(() => column.evaluator!.complete!(inputs, state, answer))
      if (step.kind === 'need') {
        const progress = JSON.stringify({ hash, need: step.need, state: step.state })
        this.#context.record({ kind: 'progressed', ...planned, progress })
        calls.answeredCalls = calls.begunCalls
        this.#abortUnbegun(calls)
      }
    }
    this.#end(planned, hash, step, spent, isOfPlan(column, spent) ? key : null)
  }

  #end(
    planned: PlannedCell,
    hash: string,
    step: Exclude<Step, { kind: 'need' }>,
    metrics: RequestMetrics | null,
    cacheKey: string | null,
  ): void {
    if (step.kind === 'failed') {
      this.#fail(planned, step.failure, step.partial, metrics)
      return
    }
    const { column, row, cell } = planned
    const { value, evidence } = step
    const areMetricsUnchanged = storeMetrics(column, cell, metrics)
    // The previous value is parsed only if other columns read the cell.
    const isUnchanged =
      column.downstream.length === 0 ||
      (areMetricsUnchanged && cell.hash !== null && sameValue(cell.value, value))
    this.#move(cell, 'complete')
    cell.value = value
    cell.hash = hash
    this.#context.record({ kind: 'computed', column, row, cell, value, evidence, hash, metrics, cacheKey })
    this.#applyDownstream('complete', planned, isUnchanged)
  }

  #fail(
    planned: PlannedCell,
    failure: Failure,
    partial: Json | undefined,
    metrics: RequestMetrics | null,
  ): void {
    const { column, cell } = planned
    // Columns cannot read why another column failed, so two failures are equal.
    const isUnchanged = storeMetrics(column, cell, metrics) && cell.resting === 'FAILED'
    this.#move(cell, 'fail')
    cell.value = partial ?? null
    cell.hash = null
    this.#context.record({ kind: 'failed', ...planned, failure, partial, metrics })
    this.#applyDownstream('fail', planned, isUnchanged)
  }

  /** Ends the run's work on a cell that gets no new value. */
  #endWithoutValue(
    planned: PlannedCell,
    event: CellEvent,
    kind: (Unchanged | GivenUp | Awaiting | Unpaid)['kind'],
  ): void {
    this.#move(planned.cell, event)
    this.#context.record({ kind, ...planned })
  }

  #move(cell: BatchCell, event: CellEvent): void {
    cell.move(event)
    this.outcomeCount++
  }

  #applyDownstream(event: CellEvent, cell: PlannedCell, isUnchanged: boolean): void {
    applyDownstream(this.#plan, this.#context, event, cell, isUnchanged)
  }
}

/** False if a label moved after the plan was made, so that another version than the hashed one answered. */
const isOfPlan = ({ promptVersion }: PlannedColumn, spent: Spent | null): boolean =>
  !isOfOtherVersion(storedVersion(spent), promptVersion)

/** Returns true if price and latency are unchanged, or no column reads them. */
function storeMetrics(
  { isMeasured }: PlannedColumn,
  cell: BatchCell,
  metrics: RequestMetrics | null,
): boolean {
  const { price, latency } = cell
  cell.price = metrics?.price ?? null
  cell.latency = metrics?.latency_ms ?? null
  return !isMeasured || (cell.price === price && cell.latency === latency)
}

/** The first need of a cell, with the inputs that it was computed from. */
interface FirstNeed {
  readonly inputs: Inputs
  readonly values: readonly Json[]
  readonly hash: string
  readonly step: Extract<Step, { kind: 'need' }>
}

/** Returns the progress that a crashed process stored, if the inputs are unchanged. */
function storedStep({ progress }: BatchCell, hash: string): Extract<Step, { kind: 'need' }> | null {
  if (progress === null) return null
  const stored = parseExact(progress) as { hash: string; need: Need; state: Json }
  return stored.hash === hash ? { kind: 'need', need: stored.need, state: stored.state } : null
}
