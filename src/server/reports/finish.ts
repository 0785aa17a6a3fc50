import type { Context } from '../context.ts'
import type { ReportRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deleteRunningCells } from './cell-queries.ts'
import { updateReport } from './report-queries.ts'
import { scoreJob } from './score-job-kind.ts'

type FinishContext = Pick<Context, 'jobs' | 'now'>

/** After the last row, completes a pipeline or starts the scoring of a run. */
export async function finishWhenDone(context: FinishContext, tx: Tx, report: ReportRow): Promise<void> {
  if (report.state !== 'running' || report.rows_done < report.row_count) return
  if (report.is_blueprint === 1)
    await updateReport(tx, report, { state: 'completed', updated_at: context.now() })
  else await enqueueScoring(context, tx, report)
}

/** Enqueues the scoring of a run whose cells are complete. The caller must wake the job workers after the commit. */
export async function enqueueScoring({ jobs, now }: FinishContext, tx: Tx, report: ReportRow): Promise<void> {
  await updateReport(tx, report, { state: 'scoring', updated_at: now() })
  const { id, run, workspace_id } = report
  const job = { kind: scoreJob, run: run!, turn: 0, payload: { report: id } }
  await jobs.enqueue(tx, workspace_id as WorkspaceId, [job])
}

/** Ends a report with an error. Cells that are not computed stay missing. */
export async function endWithError(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  report: ReportRow,
  error: string,
): Promise<void> {
  await deleteRunningCells(tx, report)
  await updateReport(tx, report, { state: 'completed', score_error: error, updated_at: now() })
}
