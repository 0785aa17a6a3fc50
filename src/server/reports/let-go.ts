import type { Context } from '../context.ts'
import type { ReportRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/**
 * Stops the jobs of a run that is not the report's any more, and wakes those that are. In a transaction of its own:
 * jobs hold themselves and then the report, so whoever holds a report must not wait for jobs.
 */
export async function letGo(
  { store, jobs }: Pick<Context, 'store' | 'jobs'>,
  { workspace_id, run }: Pick<ReportRow, 'workspace_id' | 'run'>,
): Promise<void> {
  if (run !== null) {
    await store.transact((tx) => jobs.cancel(tx, workspace_id as WorkspaceId, run))
    jobs.cancelled(run)
  }
  jobs.wake()
}
