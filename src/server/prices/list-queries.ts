import { changeRows, type Database, insertRows, type PriceListRow, selectOne, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** A stored list without its content. */
export type ListHeading = Omit<PriceListRow, 'content' | 'workspace_id'>

const headings = (db: Database | Tx, workspace: WorkspaceId) =>
  db
    .selectFrom('price_lists')
    .select([
      'id',
      'name',
      'source',
      'url',
      'format',
      'models',
      'digest',
      'imported_by',
      'imported_at',
      'in_force',
    ])
    .where('workspace_id', '=', workspace)

export const selectLists = (db: Database, workspace: WorkspaceId): Promise<ListHeading[]> =>
  headings(db, workspace).orderBy('id', 'desc').execute()

export const findList = (
  db: Database,
  workspace: WorkspaceId,
  id: number,
): Promise<ListHeading | undefined> => headings(db, workspace).where('id', '=', id).executeTakeFirst()

export const findListInForce = (
  db: Database | Tx,
  workspace: WorkspaceId,
): Promise<ListHeading | undefined> => headings(db, workspace).where('in_force', '=', 1).executeTakeFirst()

/** Reads a list's content; undefined if the list was deleted. */
export async function readContent(
  db: Database,
  workspace: WorkspaceId,
  id: number,
): Promise<Uint8Array | undefined> {
  const row = await selectOne(db, 'price_lists', { workspace_id: workspace, id }, ['content'])
  return row?.content
}

/** Stops using the list in use, so that the built-in list applies. */
export const takeOutOfForce = (tx: Tx, workspace: WorkspaceId) =>
  changeRows(tx, 'price_lists', { workspace_id: workspace, in_force: 1 }, { in_force: 0 })

export const putInForce = async (tx: Tx, workspace: WorkspaceId, id: number): Promise<boolean> =>
  (await changeRows(tx, 'price_lists', { workspace_id: workspace, id }, { in_force: 1 })) === 1

export const insertList = (tx: Tx, row: PriceListRow) => insertRows(tx, 'price_lists', row)

/** Deletes all lists except the newest ones and the list in use. */
export async function deleteOldLists(tx: Tx, workspace: WorkspaceId, count: number): Promise<void> {
  const newest = tx
    .selectFrom('price_lists')
    .select('id')
    .where('workspace_id', '=', workspace)
    .orderBy('id', 'desc')
    .limit(count)
  await tx
    .deleteFrom('price_lists')
    .where('workspace_id', '=', workspace)
    .where('in_force', '=', 0)
    .where('id', 'not in', newest)
    .execute()
}
