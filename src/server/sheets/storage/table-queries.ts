import { type ExpressionBuilder, sql } from 'kysely'
import {
  changeRow,
  changeRows,
  contains,
  countRows,
  type Database,
  insertRows,
  type TableRow,
  type Tables,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

const liveTables = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('tables').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findTable(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return liveTables(db, workspace).where('id', '=', id).executeTakeFirst()
}

export interface TableFilter {
  readonly folder?: number
  readonly name?: string
  /** Lists only tables with these ids; absent: all. */
  readonly tableIds?: readonly string[]
}

/** Lists tables in the order of creation, which is that of their ids. */
export async function selectTables(
  db: Database,
  workspace: WorkspaceId,
  filter: TableFilter,
  page: { readonly after: string | null; readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<TableRow[]> {
  const query = liveTables(db, workspace).where(matches(filter)).orderBy('id', page.order).limit(page.limit)
  if (page.after === null) return query.execute()
  return query.where('id', page.order === 'asc' ? '>' : '<', page.after).execute()
}

export const countTables = (db: Database, workspace: WorkspaceId, filter: TableFilter) =>
  countRows(liveTables(db, workspace).where(matches(filter)).clearSelect())

const matches =
  ({ folder, name, tableIds }: TableFilter) =>
  (where: ExpressionBuilder<Tables, 'tables'>) =>
    where.and([
      ...(folder === undefined ? [] : [where('folder_id', '=', folder)]),
      // PostgreSQL does not accept an empty list.
      ...(tableIds === undefined
        ? []
        : [tableIds.length === 0 ? sql<boolean>`1 = 0` : where('id', 'in', tableIds)]),
      ...(name === undefined ? [] : [contains('title', name)]),
    ])

/** Locks a table, deleted or not, until the transaction ends; undefined if it does not exist. */
export const lockAnyTable = (tx: Tx, workspace: WorkspaceId, id: string) =>
  changeRow(tx, 'tables', { workspace_id: workspace, id }, { updated_at: sql.ref<number>('updated_at') })

export const restoreTableRow = (tx: Tx, workspace: WorkspaceId, id: string, now: number) =>
  changeRows(tx, 'tables', { workspace_id: workspace, id }, { deleted_at: null, updated_at: now })

/** Titles of tables with this prefix, for choosing a title that is not used. */
export async function selectTitlesBeginning(tx: Tx, workspace: WorkspaceId, beginning: string) {
  const rows = await liveTables(tx, workspace)
    .where(sql<boolean>`title like ${`${beginning.replace(/[!%_]/g, '!$&')}%`} escape '!'`)
    .execute()
  return rows.map(({ title }) => title)
}

export const insertTable = (tx: Tx, row: TableRow) => insertRows(tx, 'tables', row)

/** Changes a table and locks it until the transaction ends; undefined if it does not exist. */
export const changeTable = (
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: Partial<Pick<TableRow, 'title' | 'folder_id' | 'deleted_at'>> & { updated_at: number },
) => changeRow(tx, 'tables', { workspace_id: workspace, id, deleted_at: null }, change)
