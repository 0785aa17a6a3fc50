import type { Database, RequestViewRow, TraceViewRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

export type ViewTable = 'request_views' | 'trace_views'
export type ViewRow<Table extends ViewTable> = Table extends 'trace_views' ? TraceViewRow : RequestViewRow

/** All tables of views have the columns of `request_views`. */
const named = (table: ViewTable) => table as 'request_views'

const views = (db: Database | Tx, table: ViewTable, workspace: WorkspaceId) =>
  db.selectFrom(named(table)).selectAll().where('workspace_id', '=', workspace)

export async function selectViews<Table extends ViewTable>(
  db: Database,
  table: Table,
  workspace: WorkspaceId,
) {
  return (await views(db, table, workspace).orderBy('name').execute()) as ViewRow<Table>[]
}

export async function findView<Table extends ViewTable>(
  tx: Tx,
  table: Table,
  workspace: WorkspaceId,
  id: number,
) {
  return (await views(tx, table, workspace).where('id', '=', id).executeTakeFirst()) as
    | ViewRow<Table>
    | undefined
}

export async function countViews(tx: Tx, table: ViewTable, workspace: WorkspaceId): Promise<number> {
  const { count } = await tx
    .selectFrom(named(table))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertView(tx: Tx, table: ViewTable, row: RequestViewRow) {
  await tx.insertInto(named(table)).values(row).execute()
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
    .updateTable(named(table))
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
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom(named(table))
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
