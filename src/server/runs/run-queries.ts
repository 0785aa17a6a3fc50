import { sql } from 'kysely'
import {
  changeRows,
  type Database,
  enqueue,
  type SheetColumnRow,
  type SheetRow,
  type Tx,
} from '../db/index.ts'
import { notifyIfEnded, unwatchRun } from '../inbox/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deletingMarkers, markOnce } from './batch-marker-queries.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

export async function findOperation(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return findingOperation(db, workspace, id).executeTakeFirst()
}

/** The statement of `findOperation`. */
export const findingOperation = (db: Database | Tx, workspace: WorkspaceId, id: string) =>
  db.selectFrom('sheet_operations').selectAll().where('workspace_id', '=', workspace).where('id', '=', id)

export async function selectActive(db: Database | Tx, { workspace_id, number }: Sheet) {
  return db
    .selectFrom('sheet_operations')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('kind', '=', 'recalculate')
    .where((where) =>
      where.or([where('status', '=', sql.lit('queued')), where('status', '=', sql.lit('running'))]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Changes of cells during queueing may have added released cells. */
const released = sql<number>`case when cell_count > completed + failed then cell_count - completed - failed
  else 0 end`

/** Executions of the runs of a sheet that ended at `since` or later. */
export async function selectEndedSince(tx: Tx, { workspace_id, number }: Sheet, since: number) {
  const rows = await tx
    .selectFrom('sheet_operations')
    .select('execution_id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('kind', '=', 'recalculate')
    .where('updated_at', '>=', since)
    .execute()
  return rows.map((row) => row.execution_id)
}

export interface Tallied {
  readonly completed: number
  readonly failed: number
  readonly released: number
  /** Why the operation will not compute all cells; null if it will. */
  readonly message: string | null
  readonly calls: number
  /** US dollars of the calls whose price is known. */
  readonly cost: number
  readonly unpriced_calls: number
}

/** Counts written cells, and sets the status to running. */
export async function countWritten(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  { completed, failed, released, message, calls, cost, unpriced_calls }: Tallied,
  now: number,
) {
  const update = tx
    .updateTable('sheet_operations')
    .set({
      completed: sql<number>`completed + ${completed}`,
      failed: sql<number>`failed + ${failed}`,
      released: sql<number>`released + ${released}`,
      calls: sql<number>`calls + ${calls}`,
      cost: sql<number>`cost + ${cost}`,
      unpriced_calls: sql<number>`unpriced_calls + ${unpriced_calls}`,
      status: sql<string>`case when status = 'queued' then 'running' else status end`,
      updated_at: now,
      ...(message !== null && { message }),
    })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
  await enqueue(tx, update)
}

/** Sets the status to running before a result is written. */
export async function markRunning(tx: Tx, workspace: WorkspaceId, id: string, now: number) {
  const update = tx
    .updateTable('sheet_operations')
    .set({ status: 'running', updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('status', '=', 'queued')
  await enqueue(tx, update)
}

/** Ends a batch; further calls change nothing. */
export async function finishBatch(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  batch: number,
  now: number,
): Promise<void> {
  if (await markOnce(tx, workspace, id, batch)) await countFinished(tx, workspace, id, 1, now)
}

/**
 * Counts finished batches. After the last batch the operation ends, and cells that are neither computed nor failed
 * count as released.
 */
export async function countFinished(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  count: number,
  now: number,
): Promise<void> {
  const update = tx
    .updateTable('sheet_operations')
    .set({
      open_batches: sql<number>`open_batches - ${count}`,
      status: sql<string>`case when open_batches > ${count} or status not in ('queued', 'running') then status
        when message is null then 'completed' else 'cancelled' end`,
      released: sql<number>`case when open_batches > ${count} then released else ${released} end`,
      updated_at: sql<number>`case when open_batches > ${count} then updated_at else ${now} end`,
    })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
  await enqueue(tx, update)
  await notifyIfEnded(tx, workspace, id, now)
  const deletion = deletingMarkers(tx, workspace, id).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('sheet_operations')
        .select('id')
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .where('open_batches', '<=', 0),
    ),
  )
  await enqueue(tx, deletion)
}

export async function endOperation(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: { readonly status: 'cancelled' | 'failed'; readonly message: string; readonly now: number },
) {
  await changeRows(
    tx,
    'sheet_operations',
    { workspace_id: workspace, id },
    {
      status: change.status,
      message: change.message,
      released,
      updated_at: change.now,
    },
  )
  await deletingMarkers(tx, workspace, id).execute()
  // A person cancelled the run. A run that its budget stopped ends with its last batch, and is notified.
  if (change.status === 'cancelled') await unwatchRun(tx, workspace, id)
  else await notifyIfEnded(tx, workspace, id, change.now)
}

/** Adds to the number of the column's stored cells. */
export async function addStoredCells(
  tx: Tx,
  { workspace_id, sheet, number }: Pick<SheetColumnRow, 'workspace_id' | 'sheet' | 'number'>,
  added: number,
) {
  if (added === 0) return
  const update = tx
    .updateTable('sheet_columns')
    .set({ stored_cells: sql<number>`stored_cells + ${added}` })
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', sheet)
    .where('number', '=', number)
  await enqueue(tx, update)
}
