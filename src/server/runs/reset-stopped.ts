import type { Context } from '../context.ts'
import type { SheetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { resetJob } from './reset-run.ts'
import { selectEndedSince } from './run-queries.ts'

/** See `RunsPort.resetStopped`. */
export async function resetStopped(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  sheet: SheetRow,
  since: number,
): Promise<void> {
  const workspace = sheet.workspace_id as WorkspaceId
  const executions = await selectEndedSince(tx, sheet, since)
  await jobs.enqueue(
    tx,
    workspace,
    executions.map((execution) => ({
      ...resetJob({ sheet: sheet.number, execution }, now()),
      readyAt: now(),
    })),
  )
}
