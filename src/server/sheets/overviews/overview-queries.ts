import type { Database, TableRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** Those of the tables that exist. */
export async function selectTablesById(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<TableRow, 'id' | 'title'>>> {
  if (ids.length === 0) return new Map()
  const tables = await db
    .selectFrom('tables')
    .select(['id', 'title'])
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(tables.map((table) => [table.id, table]))
}
