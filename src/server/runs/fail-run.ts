import type { Tx } from '../db/index.ts'
import { appendChanges, beginChangeByNumber, selectColumns } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { resetCells } from './open-cell-queries.ts'
import type { RunOfBatches } from './run-jobs.ts'
import { endOperation } from './run-queries.ts'

/** Ends an operation as failed when one of its jobs has failed for good, and resets its cells. */
export async function failRun(
  tx: Tx,
  { workspace, payload, error }: { workspace: WorkspaceId; payload: unknown; error: string },
  now: number,
): Promise<void> {
  const { operation, execution, sheet } = payload as RunOfBatches
  const locked = await beginChangeByNumber(tx, workspace, sheet, now)
  const columns = (await selectColumns(tx, workspace, [sheet])).map(({ number }) => number)
  if (locked && columns.length > 0) {
    await resetCells(tx, locked, execution, { columns, rowIds: null }, now, Number.MAX_SAFE_INTEGER)
    await appendChanges(tx, locked, [{ columns, rows: 'all' }])
  }
  await endOperation(tx, workspace, operation, { status: 'failed', message: error, now })
}
