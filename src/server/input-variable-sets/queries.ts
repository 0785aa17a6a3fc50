import { changeRows, type Database, type InputVariableSetRow, insertRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export type ListedSet = Omit<InputVariableSetRow, 'workspace_id' | 'variables' | 'deleted_at'>

export async function selectSets(db: Database, workspace: WorkspaceId): Promise<ListedSet[]> {
  return db
    .selectFrom('input_variable_sets')
    .select(['id', 'name', 'folder_id', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}

const sets = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('input_variable_sets')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)

export async function findSet(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return sets(db, workspace).where('id', '=', id).executeTakeFirst()
}

export const insertSet = (tx: Tx, row: InputVariableSetRow) => insertRows(tx, 'input_variable_sets', row)

/** Returns the number of changed sets; a deleted set is not changed. */
export const changeSet = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<Omit<InputVariableSetRow, 'workspace_id' | 'id'>>,
) => changeRows(tx, 'input_variable_sets', { workspace_id: workspace, id, deleted_at: null }, change)
