import { chunksOf, contains, countRows, type Database, type DatasetRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

type DatasetKey = Pick<DatasetRow, 'workspace_id' | 'id'>

export async function insertDatasetRows(
  tx: Tx,
  { workspace_id, id }: DatasetKey,
  first: number,
  cells: readonly string[],
) {
  const rows = cells.map((text, index) => ({
    workspace_id,
    dataset_id: id,
    position: first + index,
    cells: text,
  }))
  for (const chunk of chunksOf(rows)) await tx.insertInto('dataset_rows').values(chunk).execute()
}

/** Copies rows `from` (inclusive) to `to` (exclusive), with their positions. */
export async function copyRows(
  tx: Tx,
  { workspace_id, id }: DatasetKey,
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

/** Selects rows `from` (inclusive) to `to` (exclusive). */
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

const rowsContaining = (db: Database, workspace: WorkspaceId, dataset: number, text: string) =>
  db
    .selectFrom('dataset_rows')
    .where('workspace_id', '=', workspace)
    .where('dataset_id', '=', dataset)
    // Searches the JSON text, so a match may also lie in its syntax.
    .where(contains('cells', JSON.stringify(text).slice(1, -1)))

export const countRowsContaining = (db: Database, workspace: WorkspaceId, dataset: number, text: string) =>
  countRows(rowsContaining(db, workspace, dataset, text))

export async function selectRowsContaining(
  db: Database,
  workspace: WorkspaceId,
  dataset: number,
  text: string,
  page: { readonly offset: number; readonly limit: number },
) {
  return rowsContaining(db, workspace, dataset, text)
    .select(['position', 'cells'])
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
