import { sql } from 'kysely'
import { changeRows, type Database, type InputVariableSetRow, insertRows, type Tx } from '../db/index.ts'
import { type FolderScope, folderedRows, standsIn } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export type ListedSet = Omit<InputVariableSetRow, 'workspace_id' | 'variables'>

export async function selectSets(db: Database, workspace: WorkspaceId): Promise<ListedSet[]> {
  return db
    .selectFrom('input_variable_sets')
    .select(['id', 'name', 'folder_id', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspace)
    .orderBy('name')
    .execute()
}

const sets = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('input_variable_sets').selectAll().where('workspace_id', '=', workspace)

export async function findSet(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return sets(db, workspace).where('id', '=', id).executeTakeFirst()
}

export const setRows = folderedRows('input_variable_sets', sql`true`)

export async function selectSetsWithin(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return sets(db, workspace).where(standsIn(scope)).orderBy('id').execute()
}

export const insertSet = (tx: Tx, row: InputVariableSetRow) => insertRows(tx, 'input_variable_sets', row)

export const changeSet = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<Pick<InputVariableSetRow, 'name' | 'variables' | 'updated_at'>>,
) => changeRows(tx, 'input_variable_sets', { workspace_id: workspace, id }, change)

/** Returns the number of deleted sets. */
export async function removeSets(tx: Tx, workspace: WorkspaceId, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('input_variable_sets')
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
