import { sql } from 'kysely'
import type { Database, TableRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

const alive = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('tables').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findTable(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return alive(db, workspace).where('id', '=', id).executeTakeFirst()
}

export interface TableFilter {
  readonly folder?: number
  readonly name?: string
  /** Ids of the tables; all if absent. */
  readonly among?: readonly string[]
}

/** Ids sort by time of creation. */
export async function selectTables(
  db: Database,
  workspace: WorkspaceId,
  filter: TableFilter,
  page: { readonly after: string | null; readonly order: 'asc' | 'desc'; readonly limit: number },
): Promise<TableRow[]> {
  let query = alive(db, workspace).orderBy('id', page.order).limit(page.limit)
  if (page.after !== null) query = query.where('id', page.order === 'asc' ? '>' : '<', page.after)
  if (filter.folder !== undefined) query = query.where('folder_id', '=', filter.folder)
  if (filter.among !== undefined) query = query.where('id', 'in', filter.among)
  if (filter.name !== undefined)
    query = query.where(
      sql<boolean>`lower(title) like ${`%${escapeLike(filter.name.toLowerCase())}%`} escape '!'`,
    )
  return query.execute()
}

const escapeLike = (text: string) => text.replace(/[!%_]/g, '!$&')

/** Titles of tables with this prefix, to choose an unused title. */
export async function selectTitlesBeginning(tx: Tx, workspace: WorkspaceId, beginning: string) {
  const rows = await alive(tx, workspace)
    .where(sql<boolean>`title like ${`${escapeLike(beginning)}%`} escape '!'`)
    .execute()
  return rows.map(({ title }) => title)
}

export async function insertTable(tx: Tx, row: TableRow) {
  await tx.insertInto('tables').values(row).execute()
}

/** Locks the table until the transaction ends; undefined if it does not exist. */
export async function changeTable(
  tx: Tx,
  workspace: WorkspaceId,
  id: string,
  change: Partial<Pick<TableRow, 'title' | 'folder_id' | 'deleted_at'>> & { updated_at: number },
): Promise<TableRow | undefined> {
  return tx
    .updateTable('tables')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
