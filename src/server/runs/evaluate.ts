import { hash as digest } from 'node:crypto'
import type { Failure, Inputs, Json, Need, Step } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import { type CellEvent, mayKeep, moveOf, sameValue, unchangedAfter } from '../../engine/sheet/index.ts'
import { guardedStep } from '../running/index.ts'
import type { RequestMetrics } from '../sheets/storage/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn, SheetPlan } from './column-plan.ts'
import { addMetrics, type Spent } from './satisfier.ts'
import type { Surroundings } from './surroundings.ts'

/** The work of a cell that needs external calls. */
interface CellCalls {
  readonly row: BatchRow
  readonly column: PlannedColumn
  readonly stop: AbortController
  /** Number of calls that have begun and were not refused. */
  begun: number
  /** True if the cell is stored as DISPATCHED. */
  isDispatched: boolean
}

type CellAddress = Pick<CellCalls, 'row' | 'column'>

/** Computes rows independently of each other: a row waits only for its own cells. */
export class Evaluation {
  readonly #plan: SheetPlan
  readonly #surroundings: Surroundings
  readonly #calls = new Map<BatchCell, CellCalls>()
  outcomeCount = 0
  #idle: (() => void) | null = null
  /** After an error no further call starts, because a need that cannot be satisfied would be tried forever. */
  #isBroken = false

  constructor(plan: SheetPlan, surroundings: Surroundings) {
    this.#plan = plan
    this.#surroundings = surroundings
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
    return [...this.#calls.values()].filter(({ begun, isDispatched }) => begun > 0 !== isDispatched)
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
      const [held, read] = [row.cells[slot], cells[slot]]
      // A cell with the same generation was open when it was read, so our outcome may not be stored yet.
      const isOurs = held?.generation === read?.generation && (held?.isUnderWay || read?.isOpen)
      if (read && !isOurs) row.cells[slot] = read
    }
    this.advance(row)
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
      if (readiness.kind === 'blocked') this.#giveUp(column, row, cell)
      else if (readiness.kind === 'failed')
        this.#fail(
          column,
          row,
          cell,
          { code: 'upstream_failed', message: readiness.message },
          undefined,
          null,
        )
      else this.#begin(column, row, cell)
    }
  }

  #begin(column: PlannedColumn, row: BatchRow, cell: BatchCell): void {
    const values = column.values(row)
    const hash = column.hasher.hash(values)
    if (cell.hash === hash && mayKeep(cell)) {
      this.#move(cell, 'keep')
      this.#surroundings.record({ kind: 'unchanged', column, row, cell })
      this.#follow('keep', column, row, true)
      return
    }
    const inputs = column.inputs(row, values)
    const step = resumed(cell, hash) ?? guardedStep(() => column.evaluator!.prepare(inputs))
    if (step.kind === 'need') this.#call(column, row, cell, { inputs, values, hash, step })
    else this.#end(column, row, cell, hash, step, null, null)
  }

  #call(column: PlannedColumn, row: BatchRow, cell: BatchCell, begun: Begun): void {
    if (begun.step.need.kind === 'human') {
      this.#move(cell, 'await')
      this.#surroundings.record({ kind: 'awaiting', column, row, cell })
      return
    }
    cell.isUnderWay = true
    const stop = new AbortController()
    const calls: CellCalls = { row, column, stop, begun: 0, isDispatched: cell.state === 'DISPATCHED' }
    this.#calls.set(cell, calls)
    this.#meet(column, row, cell, begun, calls)
      .catch((error: unknown) => {
        // A cancel or an edit aborted the call, and sets the state of the cell itself.
        if (stop.signal.aborted) return
        this.#isBroken = true
        this.#surroundings.fail(error)
      })
      .finally(() => {
        cell.isUnderWay = false
        this.#calls.delete(cell)
        if (stop.signal.aborted) cell.isOpen = false
        else if (!this.#isBroken) this.advance(row)
        if (this.#calls.size > 0) return
        this.#idle?.()
        this.#idle = null
        this.#surroundings.idle()
      })
  }

  async #meet(column: PlannedColumn, row: BatchRow, cell: BatchCell, begun: Begun, calls: CellCalls) {
    const { inputs, values, hash } = begun
    const { signal } = calls.stop
    const onCall = (change: 'begun' | 'refused') => {
      calls.begun += change === 'begun' ? 1 : -1
    }
    const key = column.isCached ? digest('sha256', column.hasher.text(values)) : null
    // The user asked to compute an existing value again, so the cache is not used.
    if (key !== null && cell.resting !== 'COMPLETED') {
      const cached = await this.#surroundings.findCached(key)
      signal.throwIfAborted()
      if (cached) {
        this.#end(column, row, cell, hash, { kind: 'value', ...cached }, null, null)
        return
      }
    }
    let step: Step = begun.step
    const paidCalls = this.#surroundings.paidCalls({ column, row, cell, hash })
    let spent: Spent | null = null
    while (step.kind === 'need') {
      const need: Need = step.need
      const { answer, spending } = await this.#surroundings.satisfy(
        need,
        signal,
        paidCalls,
        column.row.id,
        onCall,
      )
      signal.throwIfAborted()
      if (!answer.ok && answer.failure.code === 'budget_exhausted') {
        this.#fallBack(column, row, cell)
        return
      }
      spent = addMetrics(spent, spending)
      const { state } = step
      step = guardedStep(() => column.evaluator!.complete!(inputs, state, answer))
      if (step.kind === 'need') {
        const progress = JSON.stringify({ hash, need: step.need, state: step.state })
        this.#surroundings.record({ kind: 'progressed', column, row, cell, progress })
      }
    }
    this.#end(column, row, cell, hash, step, spent, key)
  }

  #end(
    column: PlannedColumn,
    row: BatchRow,
    cell: BatchCell,
    hash: string,
    step: Exclude<Step, { kind: 'need' }>,
    metrics: RequestMetrics | null,
    cacheKey: string | null,
  ): void {
    if (step.kind === 'failed') {
      this.#fail(column, row, cell, step.failure, step.partial, metrics)
      return
    }
    const { value, evidence } = step
    const isMeasuredSame = this.#measure(column, cell, metrics)
    // The previous value is parsed only if other columns read the cell.
    const isSame =
      column.downstream.length === 0 || (isMeasuredSame && cell.hash !== null && sameValue(cell.value, value))
    this.#move(cell, 'complete')
    cell.value = value
    cell.hash = hash
    this.#surroundings.record({
      kind: 'computed',
      column,
      row,
      cell,
      value,
      evidence,
      hash,
      metrics,
      cacheKey,
    })
    this.#follow('complete', column, row, isSame)
  }

  #fail(
    column: PlannedColumn,
    row: BatchRow,
    cell: BatchCell,
    failure: Failure,
    partial: Json | undefined,
    metrics: RequestMetrics | null,
  ): void {
    // Columns cannot read why another column failed, so two failures are equal.
    const isSame = this.#measure(column, cell, metrics) && cell.resting === 'FAILED'
    this.#move(cell, 'fail')
    cell.value = partial ?? null
    cell.hash = null
    this.#surroundings.record({ kind: 'failed', column, row, cell, failure, partial, metrics })
    this.#follow('fail', column, row, isSame)
  }

  /** True if price and latency are unchanged, or no column reads them. */
  #measure({ isMeasured }: PlannedColumn, cell: BatchCell, metrics: RequestMetrics | null): boolean {
    const { price, latency } = cell
    cell.price = metrics?.price ?? null
    cell.latency = metrics?.latency_ms ?? null
    return !isMeasured || (cell.price === price && cell.latency === latency)
  }

  #giveUp(column: PlannedColumn, row: BatchRow, cell: BatchCell): void {
    this.#move(cell, 'block')
    this.#surroundings.record({ kind: 'given up', column, row, cell })
  }

  #fallBack(column: PlannedColumn, row: BatchRow, cell: BatchCell): void {
    this.#move(cell, 'skip')
    this.#surroundings.record({ kind: 'unpaid', column, row, cell })
  }

  #move(cell: BatchCell, event: CellEvent): void {
    cell.move(event)
    this.outcomeCount++
  }

  /** Applies the effects of a move to downstream cells. */
  #follow(event: CellEvent, column: PlannedColumn, row: BatchRow, isSame: boolean): void {
    for (const effect of moveOf(event).dependants ?? [])
      if (effect === 'revive') this.#reconsider(column, row)
      else if (!isSame) this.#markStale(column, row)
  }

  /** Marks cells that were computed from the previous value as stale. */
  #markStale({ downstream }: PlannedColumn, row: BatchRow): void {
    for (const slot of downstream) {
      const cell = row.cells[slot]
      if (!cell || (cell.isOpen && cell.resting === 'STALE') || !cell.move('invalidate by run')) continue
      this.#surroundings.markStale({ column: this.#plan.columns[slot]!, row, cell })
    }
  }

  /** Makes stale cells fresh whose inputs match their value again (early cutoff). The cells are not computed by this run. */
  #reconsider(column: PlannedColumn, row: BatchRow): void {
    const { columns, slots, loaded, statusOf } = this.#plan
    const candidates = column.downstream.some((slot) => {
      const cell = row.cells[slot]
      return cell !== undefined && !cell.isOpen && cell.state === 'STALE' && cell.hash !== null
    })
    if (!candidates) return
    const cellOf = (id: string) => row.cells[slots.get(id)!]
    const unchangedColumns = unchangedAfter(loaded.graph, column.id, {
      status: (id) => statusOf(id, row),
      storedHash: (id) => cellOf(id)?.hash ?? null,
      inputHash: (id) => {
        const planned = columns[slots.get(id)!]!
        return planned.hasher.hash(planned.values(row))
      },
    })
    for (const id of unchangedColumns) {
      const cell = cellOf(id)!
      if (cell.move('revive')) this.#surroundings.reconsider(row)
    }
  }
}

interface Begun {
  readonly inputs: Inputs
  readonly values: readonly Json[]
  readonly hash: string
  readonly step: Extract<Step, { kind: 'need' }>
}

/** Returns the progress that a crashed process stored, if the inputs are unchanged. */
function resumed({ progress }: BatchCell, hash: string): Extract<Step, { kind: 'need' }> | null {
  if (progress === null) return null
  const stored = parseExact(progress) as { hash: string; need: Need; state: Json }
  return stored.hash === hash ? { kind: 'need', need: stored.need, state: stored.state } : null
}
