import {
  changeRows,
  chunksOf,
  type Database,
  type DatasetGroupRow,
  type DeletedSearch,
  insertRows,
  selectDeletedRows,
  type Tx,
} from '../db/index.ts'
import { type FolderScope, standsIn } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

const alive = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('dataset_groups').where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findGroup(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return alive(db, workspace).selectAll().where('id', '=', id).executeTakeFirst()
}

/** Includes deleted groups. */
export async function selectGroups(db: Database | Tx, workspace: WorkspaceId, ids: readonly number[]) {
  const groups: DatasetGroupRow[] = []
  for (const chunk of chunksOf(ids))
    groups.push(
      ...(await db
        .selectFrom('dataset_groups')
        .selectAll()
        .where('workspace_id', '=', workspace)
        .where('id', 'in', chunk)
        .execute()),
    )
  return groups
}

export async function nameIsTaken(tx: Tx, workspace: WorkspaceId, name: string): Promise<boolean> {
  return (await alive(tx, workspace).select('id').where('name', '=', name).executeTakeFirst()) !== undefined
}

export const insertGroup = (tx: Tx, row: DatasetGroupRow) => insertRows(tx, 'dataset_groups', row)

/** Locks the group until the transaction ends, so that drafts and version numbers change one at a time. */
export async function lockGroup(tx: Tx, workspace: WorkspaceId, id: number, now: number) {
  return tx
    .updateTable('dataset_groups')
    .set({ updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Groups that were deleted at or after a time, the latest first. */
export const selectDeletedGroups = (db: Database, workspace: WorkspaceId, search: DeletedSearch) =>
  selectDeletedRows(db, 'dataset_groups', workspace, search)

/**
 * Restores a group that was deleted at or after a time, under its own or another name; one that is not deleted
 * stays as it is. Undefined if there is none. A name that another group has violates the unique index.
 */
export async function restoreGroup(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  {
    since,
    name,
    now,
  }: { readonly since: number; readonly name: string | null | undefined; readonly now: number },
) {
  const restored = await tx
    .updateTable('dataset_groups')
    .set({ deleted_at: null, updated_at: now, ...(name != null && { name }) })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
  return restored ?? (await alive(tx, workspace).selectAll().where('id', '=', id).executeTakeFirst())
}

export const setLatestVersion = (tx: Tx, workspace: WorkspaceId, id: number, latest_version: number) =>
  changeRows(tx, 'dataset_groups', { workspace_id: workspace, id }, { latest_version })

export async function selectGroupsWithin(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return alive(db, workspace).selectAll().where(standsIn(scope)).orderBy('id').execute()
}
