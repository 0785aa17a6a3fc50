import { sql } from 'kysely'
import { changeRows, type Database, deleteRows, type FolderRow, insertRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/**
 * Locks the folders and contents of a workspace. The lock is the row of the registry lock, so publishing and deleting
 * run one after the other. The registry revision stays.
 */
export const lockFolders = (tx: Tx, workspace: WorkspaceId) =>
  changeRows(tx, 'workspaces', { id: workspace }, { registry_revision: sql<number>`registry_revision` })

const folders = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('folders').selectAll().where('workspace_id', '=', workspace)

export async function listFolders(db: Database | Tx, workspace: WorkspaceId): Promise<FolderRow[]> {
  return folders(db, workspace).orderBy('id').execute()
}

export async function findFolder(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return folders(db, workspace).where('id', '=', id).executeTakeFirst()
}

export const insertFolder = (tx: Tx, row: FolderRow) => insertRows(tx, 'folders', row)

export const updateFolders = (
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly number[],
  change: Partial<Pick<FolderRow, 'name' | 'parent_id' | 'updated_at'>>,
) => changeRows(tx, 'folders', { workspace_id: workspace, id: ids }, change)

/** One statement deletes all folders, because nested folders refer to each other. */
export const deleteFolders = (tx: Tx, workspace: WorkspaceId, ids: readonly number[]) =>
  deleteRows(tx, 'folders', { workspace_id: workspace, id: ids })
