import type { Context } from '../context.ts'
import type { ReportRow } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/**
 * Cancels the jobs of an ended run, in a separate transaction, and wakes the workers for other jobs. Lock order:
 * jobs, then report.
 */
export async function cancelJobs(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  { workspace_id, run }: Pick<ReportRow, 'workspace_id' | 'run'>,
): Promise<void> {
  if (run !== null) {
    await store.transact((tx) => jobs.cancel(tx, workspace_id as WorkspaceId, run))
    jobs.cancelled(run)
  }
  jobs.wake()
}
