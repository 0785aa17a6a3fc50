import { chunksOf, contains, type Database, type DatasetRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

type Place = Pick<DatasetRow, 'workspace_id' | 'id'>

export async function insertRows(
  tx: Tx,
  { workspace_id, id }: Place,
  first: number,
  cells: readonly string[],
) {
  const rows = cells.map((text, at) => ({ workspace_id, dataset_id: id, position: first + at, cells: text }))
  for (const some of chunksOf(rows)) await tx.insertInto('dataset_rows').values(some).execute()
}

/** Copies rows of another dataset that stand from `from` to before `to`, at the same positions. */
export async function copyRows(
  tx: Tx,
  { workspace_id, id }: Place,
  source: number,
  from: number,
  to: number,
) {
  await tx
    .insertInto('dataset_rows')
    .columns(['workspace_id', 'dataset_id', 'position', 'cells'])
    .expression(
      tx
        .selectFrom('dataset_rows')
        .select(({ lit }) => ['workspace_id', lit(id).as('dataset_id'), 'position', 'cells'])
        .where('workspace_id', '=', workspace_id)
        .where('dataset_id', '=', source)
        .where('position', '>=', from)
        .where('position', '<', to),
    )
    .execute()
}

/** Rows from `from` to before `to`. */
export async function selectRowsBetween(
  db: Database | Tx,
  workspace: WorkspaceId,
  dataset: number,
  from: number,
  to: number,
) {
  return db
    .selectFrom('dataset_rows')
    .select(['position', 'cells'])
    .where('workspace_id', '=', workspace)
    .where('dataset_id', '=', dataset)
    .where('position', '>=', from)
    .where('position', '<', to)
    .orderBy('position')
    .execute()
}

const holding = (db: Database, workspace: WorkspaceId, dataset: number, text: string) =>
  db
    .selectFrom('dataset_rows')
    .where('workspace_id', '=', workspace)
    .where('dataset_id', '=', dataset)
    // As JSON writes it; what is in a text and what is around it are not told apart.
    .where(contains('cells', JSON.stringify(text).slice(1, -1)))

export async function countRowsHolding(db: Database, workspace: WorkspaceId, dataset: number, text: string) {
  const row = await holding(db, workspace, dataset, text)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function selectRowsHolding(
  db: Database,
  workspace: WorkspaceId,
  dataset: number,
  text: string,
  page: { readonly offset: number; readonly limit: number },
) {
  return holding(db, workspace, dataset, text)
    .select(['position', 'cells'])
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
