import type { Context } from '../context.ts'
import { columnNamesOf, findDataset } from '../datasets/index.ts'
import type { DatasetRow, ReportCellRow, ReportRow, Tx } from '../db/index.ts'
import type { JobHandler, NewJob } from '../jobs/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectCells } from './cell-queries.ts'
import { insertColumns, selectColumns, updateColumn } from './column-queries.ts'
import { isComputed } from './columns-of.ts'
import { datasetColumns } from './dataset-columns.ts'
import { endWithError, finishWhenDone } from './finish.ts'
import { findReport, lockInState, updateReport } from './report-queries.ts'
import { rowsJob } from './rows-job.ts'

/** The number of rows that are computed while a pipeline is edited. */
const previewRows = 4

export const startJob = 'report-start'

interface Payload {
  readonly report: number
}

/** Milliseconds between two checks whether the dataset is complete. */
const checkInterval = 500
/** Jobs of a run, unless each would have more rows than `maxRowsOfJob`. */
const jobsOfSmallRun = 16
const maxRowsOfJob = 50

/** Waits until the dataset is complete, then splits the rows into jobs. */
export const startReports = (context: Context): JobHandler => ({
  kind: startJob,
  async run(lease) {
    const { store, now } = context
    const { report: id } = lease.payload as Payload
    const report = await findReport(store.db, lease.workspace, id)
    if (report?.run !== lease.run || report.state !== 'waiting') return { kind: 'done' }
    const dataset = await findDataset(store.db, lease.workspace, report.dataset_id)
    if (dataset?.filling != null) return { kind: 'again', at: now() + checkInterval }
    await lease.commit(async (tx) => {
      if (!(await lockInState(tx, report, lease.run, 'waiting', now()))) return
      if (dataset && dataset.failure === null) await plan(context, tx, report, dataset)
      else await endWithError(context, tx, report, dataset?.failure ?? 'The dataset was deleted.')
    })
    context.jobs.wake()
    return { kind: 'done' }
  },
  async failed(tx, { workspace, run, payload, error }) {
    const report = await findReport(tx, workspace, (payload as Payload).report)
    if (report?.run === run && report.state === 'waiting') await endWithError(context, tx, report, error)
  },
})

async function plan(context: Context, tx: Tx, report: ReportRow, dataset: DatasetRow) {
  const { jobs, now } = context
  const workspace = report.workspace_id as WorkspaceId
  await addDatasetColumns(context, tx, report, dataset)
  const columns = (await selectColumns(tx, workspace, report.id)).filter(isComputed)
  const rows = report.is_blueprint === 1 ? Math.min(previewRows, dataset.row_count) : dataset.row_count
  const stored = report.is_blueprint === 1 ? await selectCells(tx, workspace, report.id, 0, rows) : []
  const byRow = Map.groupBy(stored, ({ row_index }) => row_index)
  const openRows = range(rows).filter((row) => (byRow.get(row)?.length ?? 0) < columns.length)
  await updateReport(tx, report, {
    state: 'running',
    row_count: rows,
    rows_done: rows - openRows.length,
    cells_completed: count(stored, 'COMPLETED'),
    cells_failed: count(stored, 'FAILED'),
    updated_at: now(),
  })
  if (openRows.length > 0) await jobs.enqueue(tx, workspace, jobsFor(report, rows))
  else await finishWhenDone(context, tx, (await findReport(tx, workspace, report.id))!)
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const count = (cells: readonly ReportCellRow[], status: ReportCellRow['status']) =>
  cells.filter((cell) => cell.status === status).length

function jobsFor({ id, run }: ReportRow, rows: number): NewJob[] {
  const size = Math.min(maxRowsOfJob, Math.max(1, Math.ceil(rows / jobsOfSmallRun)))
  return range(Math.ceil(rows / size)).map((turn) => ({
    kind: rowsJob,
    run: run!,
    turn,
    payload: { report: id, from: turn * size, to: Math.min(rows, (turn + 1) * size) },
  }))
}

/** Adds the dataset's columns to a report that was created before the dataset was complete. */
async function addDatasetColumns({ store }: Context, tx: Tx, report: ReportRow, dataset: DatasetRow) {
  const columns = await selectColumns(tx, report.workspace_id as WorkspaceId, report.id)
  const names = columnNamesOf(dataset)
  if (columns.length - columns.filter(isComputed).length === names.length) return
  for (const column of columns) await updateColumn(tx, column, { position: column.position + names.length })
  await insertColumns(tx, await datasetColumns(store, tx, report, names))
}
