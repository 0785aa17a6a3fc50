import type { Context } from '../context.ts'
import type { ReportRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { deleteRunningCells } from './cell-queries.ts'
import { updateReport } from './report-queries.ts'
import { scoreJob } from './score-job-kind.ts'

type World = Pick<Context, 'jobs' | 'now'>

/** Behind the last row a pipeline is done, and a run is scored. */
export async function finishWhenDone(world: World, tx: Tx, report: ReportRow): Promise<void> {
  if (report.state !== 'running' || report.rows_done < report.row_count) return
  if (report.is_blueprint === 1)
    await updateReport(tx, report, { state: 'completed', updated_at: world.now() })
  else await scoreAnew(world, tx, report)
}

/** Has a run scored, whose cells are all there. Wake the jobs behind it. */
export async function scoreAnew({ jobs, now }: World, tx: Tx, report: ReportRow): Promise<void> {
  await updateReport(tx, report, { state: 'scoring', updated_at: now() })
  const { id, run, workspace_id } = report
  const job = { kind: scoreJob, run: run!, turn: 0, payload: { report: id } }
  await jobs.enqueue(tx, workspace_id as WorkspaceId, [job])
}

/** What has not been computed will not be. */
export async function giveUp(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  report: ReportRow,
  error: string,
): Promise<void> {
  await deleteRunningCells(tx, report)
  await updateReport(tx, report, { state: 'completed', score_error: error, updated_at: now() })
}
