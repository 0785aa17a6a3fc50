import type { Database, TableRow } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { LatestTable } from '../ports.ts'

/** The tables with these ids that exist. */
export async function selectTablesById(
  db: Database,
  workspace: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<TableRow, 'id' | 'title' | 'updated_at'>>> {
  if (ids.length === 0) return new Map()
  const tables = await db
    .selectFrom('tables')
    .select(['id', 'title', 'updated_at'])
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(tables.map((table) => [table.id, table]))
}

/** Tables in the order of the newest change of their sheets, newest first. */
export async function selectTablesByChange(
  db: Database,
  workspace: WorkspaceId,
  limit: number,
): Promise<readonly LatestTable[]> {
  const tables = await db
    .selectFrom('sheets')
    .select(({ fn }) => ['table_id', fn.max('updated_at').as('at')])
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .groupBy('table_id')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return tables.map((table) => ({ ...table, isUnderWay: false }))
}
