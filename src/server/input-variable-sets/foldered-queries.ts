import type { Database, Tx } from '../db/index.ts'
import type { FolderScope } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

function within(db: Database | Tx, workspace: WorkspaceId, scope: FolderScope) {
  const all = db.selectFrom('input_variable_sets').where('workspace_id', '=', workspace)
  if (scope === 'everywhere') return all
  return scope === 'root' ? all.where('folder_id', 'is', null) : all.where('folder_id', 'in', scope)
}

export async function selectSetsWithin(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return within(db, workspace, scope).selectAll().orderBy('id').execute()
}

export async function selectSetIdsWithin(tx: Tx, workspace: WorkspaceId, scope: FolderScope) {
  return (await within(tx, workspace, scope).select('id').execute()).map(({ id }) => id)
}

export async function selectSetIdsAmong(tx: Tx, workspace: WorkspaceId, ids: readonly number[]) {
  const rows = await within(tx, workspace, 'everywhere').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export async function moveSets(
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
  folder: number | null,
  now: number,
) {
  await tx
    .updateTable('input_variable_sets')
    .set({ folder_id: folder, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}

export async function removeSets(tx: Tx, workspace: WorkspaceId, ids: readonly number[]) {
  await tx
    .deleteFrom('input_variable_sets')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .execute()
}
