import type { UpdateQueryBuilder } from 'kysely'
import type { Tables, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

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
 * A marker below those of all portions. It means that a part of the run was cancelled, so that the rest must be queued
 * in order to be reset.
 */
const narrowed = -1_000_000_000

export const narrow = (tx: Tx, workspace: WorkspaceId, operation: string) =>
  markOnce(tx, workspace, operation, narrowed)

/** Finds a row if the run is narrowed. */
export const findingNarrowed = (tx: Tx, workspace: WorkspaceId, operation: string) =>
  tx
    .selectFrom('sheet_operation_batches')
    .select('batch')
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', operation)
    .where('batch', '=', narrowed)

/** A condition of an update: the run is not narrowed. */
export const unlessNarrowed = <O>(
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
          .where('batch', '=', narrowed),
      ),
    ),
  )

export const deletingMarkers = (tx: Tx, workspace: WorkspaceId, id: string) =>
  tx
    .deleteFrom('sheet_operation_batches')
    .where('workspace_id', '=', workspace)
    .where('operation_id', '=', id)
