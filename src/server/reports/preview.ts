import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { ReportRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deleteCellsOf, deleteRunningCells } from './cell-queries.ts'
import { updateReport } from './report-queries.ts'
import { startJob } from './start-job.ts'

/**
 * Computes the preview rows of a pipeline again, in the changed columns. The transaction must have the report's lock.
 * Call `cancelJobs` for the old run after the commit.
 */
export async function restartPreview(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  report: ReportRow,
  changed: readonly number[],
): Promise<void> {
  await deleteRunningCells(tx, report)
  await deleteCellsOf(tx, report, changed)
  const run = randomUUID()
  await updateReport(tx, report, { run, state: 'waiting' })
  const job = { kind: startJob, run, turn: 0, payload: { report: report.id } }
  await jobs.enqueue(tx, report.workspace_id as WorkspaceId, [job])
}
