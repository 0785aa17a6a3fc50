import { type Expression, type SqlBool, sql } from 'kysely'
import { chunksOf, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { FolderedKind, FolderScope } from './foldered-kind.ts'

type FolderedTable = 'prompts' | 'workflows' | 'dataset_groups' | 'reports' | 'input_variable_sets'

/** A condition: the row is in the scope. */
export function standsIn(scope: FolderScope): Expression<SqlBool> {
  if (scope === 'everywhere') return sql`true`
  return scope === 'root'
    ? sql`folder_id is null`
    : sql`folder_id in (${scope.length === 0 ? sql`null` : sql.join(scope)})`
}

const notDeleted = sql<boolean>`deleted_at is null`

/** `find` and `move` of a table with `folder_id`. The condition `live` excludes deleted rows. */
export function folderedRows(
  table: FolderedTable,
  live: Expression<SqlBool> = notDeleted,
): Pick<FolderedKind, 'find' | 'idsIn' | 'names' | 'move'> {
  const ids = async (tx: Tx, workspace: WorkspaceId, condition: Expression<SqlBool>) => {
    const query = tx.selectFrom(table).select('id').where('workspace_id', '=', workspace)
    return (await query.where(live).where(condition).execute()).map(({ id }) => id)
  }
  return {
    find: (tx, workspace, _type, among) => ids(tx, workspace, sql`id in (${sql.join(among)})`),
    idsIn: (tx, workspace, folders) => ids(tx, workspace, standsIn(folders)),
    async names(tx, workspace, named) {
      const query = tx.selectFrom(table).select('name').where('workspace_id', '=', workspace)
      return (await query.where('id', 'in', named).orderBy('id').execute()).map(({ name }) => name)
    },
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

/** Marks rows as deleted, for their restoration. Requests, runs and reports may refer to them. */
export function hideRows(table: FolderedTable): FolderedKind['remove'] {
  return async (tx, workspace, ids, now) => {
    await tx
      .updateTable(table)
      .set({ deleted_at: now, folder_id: null })
      .where('workspace_id', '=', workspace)
      .where('id', 'in', ids)
      .execute()
  }
}

/** Tables whose rows are in folders but in no list of a folder's entities. */
const unlistedTables = ['tools', 'skill_collections', 'tables'] as const

/** Moves rows of these tables to the root when their folders are deleted. */
export async function moveUnlistedToRoot(tx: Tx, workspace: WorkspaceId, folders: readonly number[]) {
  for (const table of unlistedTables)
    for (const chunk of chunksOf(folders))
      await tx
        .updateTable(table)
        .set({ folder_id: null })
        .where('workspace_id', '=', workspace)
        .where('folder_id', 'in', chunk)
        .execute()
}
