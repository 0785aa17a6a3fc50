import type { UpdateQueryBuilder } from 'kysely'
import type { Tables, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Inserts a marker row. Only the first caller changes a row. */
export const markingBatch = (tx: Tx, workspace: WorkspaceId, operation: string, batch: number) =>
  tx
    .insertInto('sheet_operation_batches')
    .values({ workspace_id: workspace, operation_id: operation, batch })
    .onConflict((conflict) => conflict.doNothing())

/** True for the first caller. */
export async function markOnce(tx: Tx, workspace: WorkspaceId, operation: string, batch: number) {
  const { numInsertedOrUpdatedRows } = await markingBatch(tx, workspace, operation, batch).executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** The statement of `beginPortion`. The markers of portions are negative numbers. */
export const markingPortion = (tx: Tx, workspace: WorkspaceId, operation: string, portion: number) =>
  markingBatch(tx, workspace, operation, -1 - portion)

/** True for the first caller of each portion. */
export const beginPortion = (tx: Tx, workspace: WorkspaceId, operation: string, portion: number) =>
  markOnce(tx, workspace, operation, -1 - portion)

/**
 * The marker for a cancelled part of the run, below the numbers of all portions. The remaining portions must then be
 * queued, so that their cancelled cells can be reset.
 */
const partlyCancelled = -1_000_000_000

export const markPartlyCancelled = (tx: Tx, workspace: WorkspaceId, operation: string) =>
  markOnce(tx, workspace, operation, partlyCancelled)

/** Finds a row if a part of the run was cancelled. */
export const findingPartlyCancelled = (tx: Tx, workspace: WorkspaceId, operation: string) =>
  tx
    .selectFrom('sheet_operation_batches')
    .select('batch')
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', operation)
    .where('batch', '=', partlyCancelled)

/** A condition of an update: no part of the run was cancelled. */
export const unlessPartlyCancelled = <O>(
  query: UpdateQueryBuilder<Tables, 'sheets', 'sheets', O>,
  workspace: WorkspaceId,
  operation: string,
) =>
  query.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('sheet_operation_batches')
          .select('batch')
          .where('workspace_id', '=', workspace)
          .where('operation_id', '=', operation)
          .where('batch', '=', partlyCancelled),
      ),
    ),
  )

export const deletingMarkers = (tx: Tx, workspace: WorkspaceId, id: string) =>
  tx
    .deleteFrom('sheet_operation_batches')
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', id)
