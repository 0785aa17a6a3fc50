import {
  type Database,
  type DeletedSearch,
  type InputVariableSetRow,
  insertRows,
  selectDeletedRows,
  type Tx,
} from '../db/index.ts'
import { type FolderScope, folderedRows, standsIn } from '../folders/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

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

export const setRows = folderedRows('input_variable_sets')

export async function selectSetsWithin(db: Database, workspace: WorkspaceId, scope: FolderScope) {
  return sets(db, workspace).where(standsIn(scope)).orderBy('id').execute()
}

export const insertSet = (tx: Tx, row: InputVariableSetRow) => insertRows(tx, 'input_variable_sets', row)

/** Returns the number of changed sets; a deleted set is not changed. */
export async function changeSet(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<Omit<InputVariableSetRow, 'workspace_id' | 'id'>>,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('input_variable_sets')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const selectDeletedSets = (db: Database, workspace: WorkspaceId, search: DeletedSearch) =>
  selectDeletedRows(db, 'input_variable_sets', workspace, search)

interface Restoration {
  /** The earliest time of a deletion that can be undone. */
  readonly since: number
  readonly name: string | null | undefined
  readonly now: number
}

/** Restores a set; one that is not deleted stays as it is. Returns undefined if there is no such set. */
export async function restoreSet(
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  { since, name, now }: Restoration,
): Promise<InputVariableSetRow | undefined> {
  const restored = await tx
    .updateTable('input_variable_sets')
    .set({ deleted_at: null, updated_at: now, ...(name != null && { name }) })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', '>=', since)
    .returningAll()
    .executeTakeFirst()
  return restored ?? findSet(tx, workspace, id)
}
