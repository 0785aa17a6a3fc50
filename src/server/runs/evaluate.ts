import { hash as digest } from 'node:crypto'
import type { Failure, Inputs, Json, Need, Step } from '../../engine/columns/index.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import { type CellEvent, mayKeep, moveOf, sameValue, unchangedAfter } from '../../engine/sheet/index.ts'
import { guardedStep } from '../running/index.ts'
import type { RequestMetrics } from '../sheets/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn, SheetPlan } from './column-plan.ts'
import { addMetrics, type Spent } from './needs.ts'
import type { Surroundings } from './surroundings.ts'

/** Computes rows, each as far as it comes: a row waits for its own cells and never for other rows. */
export class Evaluation {
  readonly #plan: SheetPlan
  readonly #around: Surroundings
  readonly #calls = new Map<
    BatchCell,
    { readonly row: BatchRow; readonly column: PlannedColumn; stop: AbortController }
  >()
  settled = 0
  #idle: (() => void) | null = null
  /** From then on nothing is begun: a cell whose need cannot be met would ask for it again and again. */
  #isBroken = false

  constructor(plan: SheetPlan, around: Surroundings) {
    this.#plan = plan
    this.#around = around
  }

  /** Cells whose needs are being met. */
  get underWay(): number {
    return this.#calls.size
  }

  /** Resolves when nothing is under way. */
  async finished(): Promise<void> {
    while (this.#calls.size > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
  }

  /** Ends calls whose cells may not be written any more; of those that wait for others, none is begun. */
  abortUnless(
    rows: readonly BatchRow[],
    mayWrite: (row: number, column: number, generation: number) => boolean,
  ): void {
    for (const row of rows)
      for (const column of this.#plan.columns) {
        const cell = row.cells[column.slot]
        if (!cell?.isOpen || mayWrite(row.id, column.row.number, cell.generation)) continue
        const call = this.#calls.get(cell)
        if (call) call.stop.abort(new Error('The cell was taken back.'))
        else cell.isOpen = false
      }
  }

  /**
   * The row was read anew, by the same plan: what it is computed from is another now. Cells keep what they have come to
   * meanwhile, and those that are queued anew begin.
   */
  renew(row: BatchRow, { texts, cells }: BatchRow): void {
    row.texts = texts
    for (const { slot } of this.#plan.columns) {
      const [held, read] = [row.cells[slot], cells[slot]]
      // Of the same generation, it was open when it was read: what it has come to may not be stored yet.
      const isOurs = held?.generation === read?.generation && (held?.isUnderWay || read?.isOpen)
      if (read && !isOurs) row.cells[slot] = read
    }
    this.advance(row)
  }

  abortAll(reason: unknown): void {
    for (const { stop } of this.#calls.values()) stop.abort(reason)
  }

  /** Begins everything of the row that is ready; called again whenever one of its cells has come to something. */
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
      this.#settle(cell, 'keep')
      this.#around.settle({ kind: 'unchanged', column, row, cell })
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
      this.#settle(cell, 'await')
      this.#around.settle({ kind: 'awaiting', column, row, cell })
      return
    }
    cell.isUnderWay = true
    const stop = new AbortController()
    this.#calls.set(cell, { row, column, stop })
    this.#meet(column, row, cell, begun, stop.signal)
      .catch((error: unknown) => {
        // Taken back: whoever did that knows what becomes of the cell.
        if (stop.signal.aborted) return
        this.#isBroken = true
        this.#around.broken(error)
      })
      .finally(() => {
        cell.isUnderWay = false
        this.#calls.delete(cell)
        if (stop.signal.aborted) cell.isOpen = false
        else if (!this.#isBroken) this.advance(row)
        if (this.#calls.size > 0) return
        this.#idle?.()
        this.#idle = null
        this.#around.rest()
      })
  }

  async #meet(column: PlannedColumn, row: BatchRow, cell: BatchCell, begun: Begun, signal: AbortSignal) {
    const { inputs, values, hash } = begun
    const key = column.isCached ? digest('sha256', column.hasher.text(values)) : null
    // Whoever asks again for a value that is there wants another one.
    if (key !== null && cell.resting !== 'COMPLETED') {
      const found = await this.#around.findCached(key)
      signal.throwIfAborted()
      if (found) {
        this.#end(column, row, cell, hash, { kind: 'value', ...found }, null, null)
        return
      }
    }
    let step: Step = begun.step
    const paid = this.#around.paidCalls({ column, row, cell, hash })
    let spent: Spent | null = null
    while (step.kind === 'need') {
      const need: Need = step.need
      const { answer, spending } = await this.#around.satisfy(need, signal, paid, column.row.id)
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
        this.#around.settle({ kind: 'progressed', column, row, cell, progress })
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
    // The value that it had is taken apart only where somebody follows.
    const isSame =
      column.downstream.length === 0 || (isMeasuredSame && cell.hash !== null && sameValue(cell.value, value))
    this.#settle(cell, 'complete')
    cell.value = value
    cell.hash = hash
    this.#around.settle({ kind: 'computed', column, row, cell, value, evidence, hash, metrics, cacheKey })
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
    // No column reads why another failed.
    const isSame = this.#measure(column, cell, metrics) && cell.resting === 'FAILED'
    this.#settle(cell, 'fail')
    cell.value = partial ?? null
    cell.hash = null
    this.#around.settle({ kind: 'failed', column, row, cell, failure, partial, metrics })
    this.#follow('fail', column, row, isSame)
  }

  /** Whether what the cell cost and took is, to those who read it, what it was. */
  #measure({ isMeasured }: PlannedColumn, cell: BatchCell, metrics: RequestMetrics | null): boolean {
    const { price, latency } = cell
    cell.price = metrics?.price ?? null
    cell.latency = metrics?.latency_ms ?? null
    return !isMeasured || (cell.price === price && cell.latency === latency)
  }

  #giveUp(column: PlannedColumn, row: BatchRow, cell: BatchCell): void {
    this.#settle(cell, 'block')
    this.#around.settle({ kind: 'given up', column, row, cell })
  }

  /** The budget does not cover the cell. */
  #fallBack(column: PlannedColumn, row: BatchRow, cell: BatchCell): void {
    this.#settle(cell, 'skip')
    this.#around.settle({ kind: 'unpaid', column, row, cell })
  }

  #settle(cell: BatchCell, event: CellEvent): void {
    cell.move(event)
    this.settled++
  }

  /** Carries out what the move of a cell means for the cells that depend on it. */
  #follow(event: CellEvent, column: PlannedColumn, row: BatchRow, isSame: boolean): void {
    for (const effect of moveOf(event).dependants ?? [])
      if (effect === 'revive') this.#reconsider(column, row)
      else if (!isSame) this.#outdate(column, row)
  }

  /** The column has another value in this row: what was computed from the former one is outdated. */
  #outdate({ downstream }: PlannedColumn, row: BatchRow): void {
    for (const slot of downstream) {
      const cell = row.cells[slot]
      if (!cell || (cell.isOpen && cell.resting === 'STALE') || !cell.move('invalidate by run')) continue
      this.#around.outdate({ column: this.#plan.columns[slot]!, row, cell })
    }
  }

  /** The early cut-off, for cells that no run of ours computes. */
  #reconsider(column: PlannedColumn, row: BatchRow): void {
    const { columns, slots, loaded, statusOf } = this.#plan
    const candidates = column.downstream.some((slot) => {
      const cell = row.cells[slot]
      return cell !== undefined && !cell.isOpen && cell.state === 'STALE' && cell.hash !== null
    })
    if (!candidates) return
    const cellOf = (id: string) => row.cells[slots.get(id)!]
    const kept = unchangedAfter(loaded.graph, column.id, {
      status: (id) => statusOf(id, row),
      storedHash: (id) => cellOf(id)?.hash ?? null,
      inputHash: (id) => {
        const planned = columns[slots.get(id)!]!
        return planned.hasher.hash(planned.values(row))
      },
    })
    for (const id of kept) {
      const cell = cellOf(id)!
      if (cell.move('revive')) this.#around.reconsider(row)
    }
  }
}

interface Begun {
  readonly inputs: Inputs
  readonly values: readonly Json[]
  readonly hash: string
  readonly step: Extract<Step, { kind: 'need' }>
}

/** Where a crashed process stopped, when the inputs are still the same. */
function resumed({ progress }: BatchCell, hash: string): Extract<Step, { kind: 'need' }> | null {
  if (progress === null) return null
  const kept = parseExact(progress) as { hash: string; need: Need; state: Json }
  return kept.hash === hash ? { kind: 'need', need: kept.need, state: kept.state } : null
}
