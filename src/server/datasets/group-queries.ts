import {
  changeRow,
  changeRows,
  chunksOf,
  type Database,
  type DatasetGroupRow,
  insertRows,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const liveGroups = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('dataset_groups').where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findGroup(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return liveGroups(db, workspace).selectAll().where('id', '=', id).executeTakeFirst()
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
  return (
    (await liveGroups(tx, workspace).select('id').where('name', '=', name).executeTakeFirst()) !== undefined
  )
}

export const insertGroup = (tx: Tx, row: DatasetGroupRow) => insertRows(tx, 'dataset_groups', row)

/** Locks the group until the transaction ends, so that drafts and version numbers change one at a time. */
export const lockGroup = (tx: Tx, workspace: WorkspaceId, id: number, now: number) =>
  changeRow(tx, 'dataset_groups', { workspace_id: workspace, id, deleted_at: null }, { updated_at: now })

export const setLatestVersion = (tx: Tx, workspace: WorkspaceId, id: number, latest_version: number) =>
  changeRows(tx, 'dataset_groups', { workspace_id: workspace, id }, { latest_version })
