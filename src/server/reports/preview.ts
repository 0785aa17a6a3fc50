import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { ReportRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { deleteCellsOf, deleteRunningCells } from './cell-queries.ts'
import { updateReport } from './report-queries.ts'
import { startJob } from './start-job.ts'

/**
 * Has the first rows of a pipeline computed anew where these columns stand, in a transaction that holds the report.
 * What was under way is cancelled: it may be of columns that are not so any more. Call `settled` behind it.
 */
export async function restartPreview(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  report: ReportRow,
  changed: readonly number[],
): Promise<void> {
  const workspace = report.workspace_id as WorkspaceId
  if (report.run !== null) await jobs.cancel(tx, workspace, report.run)
  await deleteRunningCells(tx, report)
  await deleteCellsOf(tx, report, changed)
  const run = randomUUID()
  await updateReport(tx, report, { run, state: 'waiting' })
  await jobs.enqueue(tx, workspace, [{ kind: startJob, run, turn: 0, payload: { report: report.id } }])
}

/** Behind the transaction: what is cancelled stops, and what is new begins. */
export function settled({ jobs }: Pick<Context, 'jobs'>, { run }: Pick<ReportRow, 'run'>): void {
  if (run !== null) jobs.cancelled(run)
  jobs.wake()
}
