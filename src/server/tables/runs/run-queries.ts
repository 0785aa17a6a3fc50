import { sql } from 'kysely'
import type { Database, SheetOperationRow, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

export async function findOperation(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return db
    .selectFrom('sheet_operations')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
}

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

export interface Tallied {
  readonly completed: number
  readonly failed: number
  readonly released: number
  /** Why the operation will not compute everything; null while nothing speaks against it. */
  readonly message: string | null
  readonly calls: number
  /** US dollars, of the calls whose price is known. */
  readonly cost: number
}

/** Counts what was written, and shows that the operation is under way. */
export async function countWritten(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  { completed, failed, released, message, calls, cost }: Tallied,
  now: number,
) {
  await tx
    .updateTable('sheet_operations')
    .set({
      completed: sql<number>`completed + ${completed}`,
      failed: sql<number>`failed + ${failed}`,
      released: sql<number>`released + ${released}`,
      calls: sql<number>`calls + ${calls}`,
      cost: sql<number>`cost + ${cost}`,
      status: sql<string>`case when status = 'queued' then 'running' else status end`,
      updated_at: now,
      ...(message !== null && { message }),
    })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

/**
 * Ends a batch, once however often it is said. The operation when this was its last batch: then every cell that was
 * neither computed nor failed is no longer part of it.
 */
export async function finishBatch(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  batch: number,
  now: number,
): Promise<SheetOperationRow | null> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sheet_operation_batches')
    .values({ workspace_id: workspace, operation_id: id, batch })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return null
  const operation = await tx
    .updateTable('sheet_operations')
    .set({ open_batches: sql<number>`open_batches - 1` })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!operation || operation.open_batches > 0) return null
  await tx
    .updateTable('sheet_operations')
    .set({
      status: sql<string>`case when status not in ('queued', 'running') then status
        when message is null then 'completed' else 'cancelled' end`,
      released: sql<number>`cell_count - completed - failed`,
      updated_at: now,
    })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
  await forgetBatches(tx, workspace, id)
  return operation
}

export async function forgetBatches(tx: Tx, workspace: WorkspaceId, id: string) {
  await tx
    .deleteFrom('sheet_operation_batches')
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', id)
    .execute()
}

export async function endOperation(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: { readonly status: 'cancelled' | 'failed'; readonly message: string; readonly now: number },
) {
  await tx
    .updateTable('sheet_operations')
    .set({
      status: change.status,
      message: change.message,
      released: sql<number>`cell_count - completed - failed`,
      updated_at: change.now,
    })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
  await forgetBatches(tx, workspace, id)
}

export interface Reset {
  readonly notStarted: number
  readonly running: number
}

/** What a cancel takes back: column numbers, and rows or null for all. */
export interface ResetScope {
  readonly columns: readonly number[]
  readonly rowIds: readonly number[] | null
}

/** Cells of a run that are not finished fall back to what they were; what works on them may not write any more. */
export async function resetCells(
  tx: Tx,
  { workspace_id, number }: Sheet,
  execution: string,
  { columns, rowIds }: ResetScope,
  now: number,
): Promise<Reset> {
  let query = tx
    .updateTable('sheet_cells')
    .set({
      status: sql<string>`resting`,
      generation: sql<number>`generation + 1`,
      execution_id: null,
      progress: null,
      updated_at: now,
    })
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('execution_id', '=', execution)
    // Known to the index of open cells.
    .where('status', '<>', sql.lit('COMPLETED'))
    .where('column_number', 'in', columns)
  if (rowIds) query = query.where('row_id', 'in', rowIds)
  const reset = async (states: readonly string[]) =>
    Number((await query.where('status', 'in', states).executeTakeFirst()).numUpdatedRows)
  const running = await reset(['DISPATCHED', 'RUNNING'])
  return { running, notStarted: await reset(['QUEUED']) }
}

/** Shows that a worker has the cells of a batch. */
export async function markDispatched(
  tx: Tx,
  { workspace_id, number }: Sheet,
  execution: string,
  columns: readonly number[],
  rowIds: readonly number[],
) {
  if (columns.length === 0 || rowIds.length === 0) return
  await tx
    .updateTable('sheet_cells')
    .set({ status: 'DISPATCHED' })
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('row_id', 'in', rowIds)
    .where('column_number', 'in', columns)
    .where('execution_id', '=', execution)
    .where('status', '=', 'QUEUED')
    .execute()
}
