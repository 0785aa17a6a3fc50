import { changeRows, type Database, type DatasetRow, insertRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const draftVersion = -1

const datasets = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('datasets').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findDataset(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return datasets(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function findVersion(db: Database | Tx, workspace: WorkspaceId, group: number, version: number) {
  return datasets(db, workspace)
    .where('group_id', '=', group)
    .where('version_number', '=', version)
    .executeTakeFirst()
}

export const findDraft = (db: Database | Tx, workspace: WorkspaceId, group: number) =>
  findVersion(db, workspace, group, draftVersion)

export const insertDataset = (tx: Tx, row: DatasetRow) => insertRows(tx, 'datasets', row)

export const updateDataset = (
  tx: Tx,
  { workspace_id, id }: Pick<DatasetRow, 'workspace_id' | 'id'>,
  change: Partial<Omit<DatasetRow, 'workspace_id' | 'id' | 'group_id'>>,
) => changeRows(tx, 'datasets', { workspace_id, id }, change)
