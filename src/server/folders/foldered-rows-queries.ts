import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { FolderedKind, FolderScope } from './foldered-kind.ts'

type KeptTable = 'prompts' | 'workflows' | 'dataset_groups' | 'reports'
type FolderedTable = KeptTable | 'input_variable_sets'

/** That a row stands where the scope says. */
export function standsIn(scope: FolderScope): Expression<SqlBool> {
  if (scope === 'everywhere') return sql`true`
  return scope === 'root'
    ? sql`folder_id is null`
    : sql`folder_id in (${scope.length === 0 ? sql`null` : sql.join(scope)})`
}

const notDeleted = sql<boolean>`deleted_at is null`

/** Finding and moving, the same for every table whose rows have a `folder_id`; `live` tells which rows there are. */
export function folderedRows(
  table: FolderedTable,
  live: Expression<SqlBool> = notDeleted,
): Pick<FolderedKind, 'find' | 'idsIn' | 'move'> {
  const ids = async (tx: Tx, workspace: WorkspaceId, which: Expression<SqlBool>) => {
    const query = tx.selectFrom(table).select('id').where('workspace_id', '=', workspace)
    return (await query.where(live).where(which).execute()).map(({ id }) => id)
  }
  return {
    find: (tx, workspace, _type, among) => ids(tx, workspace, sql`id in (${sql.join(among)})`),
    idsIn: (tx, workspace, folders) => ids(tx, workspace, standsIn(folders)),
    async move(tx, workspace, moved, folder, now) {
      await tx
        .updateTable(table)
        .set({ folder_id: folder, updated_at: now })
        .where('workspace_id', '=', workspace)
        .where('id', 'in', moved)
        .execute()
    },
  }
}

/** Deletes for the reader alone: the rows stay for what points at them (logged requests, runs, reports). */
export function hideRows(table: KeptTable): FolderedKind['remove'] {
  return async (tx, workspace, ids, now) => {
    await tx
      .updateTable(table)
      .set({ deleted_at: now, folder_id: null })
      .where('workspace_id', '=', workspace)
      .where('id', 'in', ids)
      .execute()
  }
}
