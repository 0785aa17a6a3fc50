import type { Context } from '../context.ts'
import { OvertakenError, type SheetRow, type Tx } from '../db/index.ts'
import type { StoppedWork } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { endOperation, selectActive } from './run-queries.ts'

/** See `RunsPort.stop`. */
export async function stopRuns(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  sheet: Pick<SheetRow, 'workspace_id' | 'number'>,
): Promise<StoppedWork> {
  const workspace = sheet.workspace_id as WorkspaceId
  const runs = (await selectActive(tx, sheet)).map(({ id }) => id)
  for (const id of runs) await jobs.cancel(tx, workspace, id)
  return {
    runs,
    async end(message) {
      // On PostgreSQL a run can start before the sheet is locked.
      const active = await selectActive(tx, sheet)
      if (active.some(({ id }) => !runs.includes(id))) throw new OvertakenError()
      for (const id of runs)
        await endOperation(tx, workspace, id, { status: 'cancelled', message, now: now() })
    },
  }
}
