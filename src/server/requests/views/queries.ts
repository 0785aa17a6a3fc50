import { sql } from 'kysely'
import {
  countRows,
  type Database,
  type RequestViewRow,
  type SheetViewRow,
  type TraceViewRow,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

interface ViewRows {
  request_views: RequestViewRow
  trace_views: TraceViewRow
  sheet_views: SheetViewRow
}

export type ViewTable = keyof ViewRows
export type ViewRow<Table extends ViewTable> = ViewRows[Table]

/** Selects the views of one sheet. Without `sheet`, all views of the workspace. */
export interface ViewScope {
  readonly sheet?: number
}

/** All tables of views have the columns of `request_views`. */
const asRequestViews = (table: ViewTable) => table as 'request_views'

const inScope = ({ sheet }: ViewScope) =>
  sheet === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref('sheet')} = ${sheet}`

const views = (db: Database | Tx, table: ViewTable, workspace: WorkspaceId, scope: ViewScope) =>
  db.selectFrom(asRequestViews(table)).selectAll().where('workspace_id', '=', workspace).where(inScope(scope))

export async function selectViews<Table extends ViewTable>(
  db: Database,
  table: Table,
  workspace: WorkspaceId,
  scope: ViewScope,
) {
  return (await views(db, table, workspace, scope).orderBy('name').execute()) as ViewRow<Table>[]
}

export async function findView<Table extends ViewTable>(
  tx: Tx,
  table: Table,
  workspace: WorkspaceId,
  id: number,
  scope: ViewScope,
) {
  return (await views(tx, table, workspace, scope).where('id', '=', id).executeTakeFirst()) as
    | ViewRow<Table>
    | undefined
}

export const countViews = (tx: Tx, table: ViewTable, workspace: WorkspaceId, scope: ViewScope) =>
  countRows(tx.selectFrom(asRequestViews(table)).where('workspace_id', '=', workspace).where(inScope(scope)))

export async function insertView(tx: Tx, table: ViewTable, row: RequestViewRow) {
  await tx.insertInto(asRequestViews(table)).values(row).execute()
}

type ViewChange = Partial<Pick<RequestViewRow, 'name' | 'query' | 'since_hours' | 'columns' | 'updated_at'>>

export async function changeView(
  tx: Tx,
  table: ViewTable,
  workspace: WorkspaceId,
  id: number,
  change: ViewChange,
) {
  await tx
    .updateTable(asRequestViews(table))
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

/** Returns the number of deleted views, 0 or 1. */
export async function removeView(
  tx: Tx,
  table: ViewTable,
  workspace: WorkspaceId,
  id: number,
  scope: ViewScope,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom(asRequestViews(table))
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
