import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Json } from '../../engine/columns/index.ts'
import { inputsOf, planRow, type ReportCell, type RowPlan } from '../../engine/report/index.ts'
import type { Context } from '../context.ts'
import { cellsOf, columnNamesOf, findDataset, selectRowsBetween } from '../datasets/index.ts'
import type { ReportCellRow, ReportRow } from '../db/index.ts'
import { type JobHandler, type Lease, LeaseLost } from '../jobs/index.ts'
import { PaidCallsOfJob } from '../template-runs/index.ts'
import { putCells, selectCells } from './cell-queries.ts'
import { cellOf, cellRow, progressOf, runningRow } from './cell-row.ts'
import { selectColumns } from './column-queries.ts'
import { computedColumns } from './columns-of.ts'
import { computeCell } from './compute-cell.ts'
import { endWithError, finishWhenDone } from './finish.ts'
import { addProgress, findReport } from './report-queries.ts'

export const rowsJob = 'report-rows'

interface Payload {
  readonly report: number
  readonly from: number
  readonly to: number
}

/** Limits of one write, in finished cells and in characters. */
const maxCells = 500
const maxCharacters = 4 * 1024 * 1024

/**
 * Computes rows one after the other, each from left to right. The count of finished rows is written with the cells, so
 * a retry continues after them.
 */
export const computeReportRows = (context: Context): JobHandler => ({
  kind: rowsJob,
  endsCalls: true,
  async run(lease) {
    const { report: id, from, to } = lease.payload as Payload
    const { db } = context.store
    const report = await findReport(db, lease.workspace, id)
    if (report?.run !== lease.run || report.state !== 'running') return { kind: 'done' }
    const dataset = (await findDataset(db, lease.workspace, report.dataset_id))!
    const names = columnNamesOf(dataset)
    const columns = computedColumns(await selectColumns(db, lease.workspace, id))
    const stored = await selectCells(db, lease.workspace, id, from, to)
    const storedRequests = stored.flatMap((cell) => progressOf(cell)?.requestIds ?? [])
    const paidCalls = await PaidCallsOfJob.load(context, lease, storedRequests)
    const batch = new Batch(context, lease, report, planRow(names, columns), paidCalls)
    const byRow = Map.groupBy(stored, ({ row_index }) => row_index)
    for (const { position, cells } of await selectRowsBetween(db, lease.workspace, dataset.id, from, to))
      await batch.compute(position, cellsOf(cells, names.length), byRow.get(position) ?? [])
    await batch.write()
    await paidCalls.delete()
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run, payload, error }) {
    const report = await findReport(tx, workspace, (payload as Payload).report)
    if (report?.run === run && report.state === 'running') await endWithError(context, tx, report, error)
  },
})

class Batch {
  readonly #context: Context
  readonly #lease: Lease
  readonly #report: ReportRow
  readonly #plan: RowPlan
  readonly #paidCalls: PaidCallsOfJob
  #unwritten: ReportCellRow[] = []
  #characters = 0
  #rows = 0

  constructor(context: Context, lease: Lease, report: ReportRow, plan: RowPlan, paidCalls: PaidCallsOfJob) {
    this.#context = context
    this.#lease = lease
    this.#report = report
    this.#plan = plan
    this.#paidCalls = paidCalls
  }

  async compute(row: number, dataset: readonly Json[], stored: readonly ReportCellRow[]): Promise<void> {
    const storedCells = new Map(stored.map((cell) => [cell.column_id, cell]))
    const cells: ReportCell[] = []
    let hasComputed = false
    for (const column of this.#plan.columns) {
      const storedCell = storedCells.get(column.id)
      const finished = storedCell && cellOf(storedCell)
      if (finished) {
        cells.push(finished)
        continue
      }
      hasComputed = true
      cells.push(await this.#cell(row, dataset, cells, storedCell))
    }
    if (hasComputed) this.#rows++
    await nextTurn()
    if (this.#unwritten.length >= maxCells || this.#characters >= maxCharacters) await this.write()
  }

  /** Writes the finished cells, and the running cell if there is one. */
  async write(running: ReportCellRow | null = null): Promise<void> {
    const cells = this.#unwritten
    if (cells.length === 0 && !running && this.#rows === 0) return
    const progress = {
      rows: this.#rows,
      completed: cells.filter(({ status }) => status === 'COMPLETED').length,
      failed: cells.filter(({ status }) => status === 'FAILED').length,
    }
    await this.#lease.commit(async (tx) => {
      const report = await addProgress(tx, this.#report, this.#lease.run, progress)
      if (!report) throw new LeaseLost('The report is not computing this run any more.')
      await putCells(tx, running ? [...cells, running] : cells)
      await finishWhenDone(this.#context, tx, report)
    })
    this.#unwritten = []
    this.#characters = 0
    this.#rows = 0
    this.#context.jobs.wake()
  }

  async #cell(row: number, dataset: readonly Json[], cells: readonly ReportCell[], before?: ReportCellRow) {
    const address = {
      workspace_id: this.#report.workspace_id,
      report_id: this.#report.id,
      row_index: row,
      column_id: this.#plan.columns[cells.length]!.id,
    }
    this.#lease.signal.throwIfAborted()
    const inputs = inputsOf(this.#plan, dataset, cells)
    const { cell, requestIds } =
      'code' in inputs
        ? { cell: { kind: 'failed', failure: inputs } as const, requestIds: [] }
        : await computeCell(this.#context, this.#lease, {
            evaluator: this.#plan.columns[cells.length]!.evaluator,
            inputs,
            metadata: { report_id: String(this.#report.id) },
            progress: before ? progressOf(before) : null,
            paid: this.#paidCalls.of(`${row} ${address.column_id}`),
            storeProgress: (progress) => this.write(runningRow(address, progress)),
          })
    const finished = cellRow(address, cell, requestIds)
    this.#unwritten.push(finished)
    this.#characters += finished.value?.length ?? 0
    return cellOf(finished)!
  }
}
