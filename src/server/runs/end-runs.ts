import type { Context } from '../context.ts'
import type { SheetOperationRow, SheetRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { endOperation, selectActive } from './run-queries.ts'

/** The sheet's runs, whose jobs end here: before the sheet is taken, as whoever writes results takes both. */
export async function stopRuns(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  sheet: Pick<SheetRow, 'workspace_id' | 'number'>,
): Promise<readonly SheetOperationRow[]> {
  const active = await selectActive(tx, sheet)
  for (const { id } of active) await jobs.cancel(tx, sheet.workspace_id as WorkspaceId, id)
  return active
}

/** Their cells are whoever's that calls this; tell `jobs.cancelled` of each once the transaction is through. */
export async function endRuns(
  tx: Tx,
  stopped: readonly SheetOperationRow[],
  message: string,
  now: number,
): Promise<void> {
  for (const { id, workspace_id } of stopped)
    await endOperation(tx, workspace_id as WorkspaceId, id, { status: 'cancelled', message, now })
}
