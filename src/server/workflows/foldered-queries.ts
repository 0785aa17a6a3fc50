import type { Database, Tx } from '../db/index.ts'
import type { FolderScope } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

function within(db: Database | Tx, workspace: WorkspaceId, scope: FolderScope) {
  const live = db
    .selectFrom('workflows')
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
  if (scope === 'everywhere') return live
  if (scope === 'root') return live.where('folder_id', 'is', null)
  return live.where('folder_id', 'in', scope)
}

export async function listFolderedWorkflows(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return within(db, workspace, scope).selectAll().orderBy('id').execute()
}

export async function listWorkflowsOf(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await within(tx, workspace, 'everywhere').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export async function listWorkflowsIn(
  tx: Tx,
  workspace: WorkspaceId,
  folders: readonly number[],
): Promise<number[]> {
  return (await within(tx, workspace, folders).select('id').execute()).map(({ id }) => id)
}

export async function moveWorkflows(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
  folder: number | null,
  now: number,
) {
  await tx
    .updateTable('workflows')
    .set({ folder_id: folder, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}

/** The rows stay: runs under way go on, and those that are over can be read. */
export async function deleteWorkflows(tx: Tx, workspace: WorkspaceId, ids: readonly number[], now: number) {
  await tx
    .updateTable('workflows')
    .set({ deleted_at: now, folder_id: null })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}
