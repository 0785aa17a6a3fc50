import type { Database, RequestViewRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

const views = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('request_views').selectAll().where('workspace_id', '=', workspace)

export async function selectViews(db: Database, workspace: WorkspaceId) {
  return views(db, workspace).orderBy('name').execute()
}

export async function findView(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return views(db, workspace).where('id', '=', id).executeTakeFirst()
}

export async function countViews(tx: Tx, workspace: WorkspaceId): Promise<number> {
  const { count } = await tx
    .selectFrom('request_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertView(tx: Tx, row: RequestViewRow) {
  await tx.insertInto('request_views').values(row).execute()
}

type Change = Partial<Pick<RequestViewRow, 'name' | 'query' | 'since_hours' | 'columns' | 'updated_at'>>

export async function changeView(tx: Tx, workspace: WorkspaceId, id: number, change: Change) {
  await tx
    .updateTable('request_views')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
}

/** Number of views deleted: 0 or 1. */
export async function removeView(tx: Tx, workspace: WorkspaceId, id: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('request_views')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
