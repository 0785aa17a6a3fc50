import { sql } from 'kysely'
import { chunksOf, type Database, type SheetRow, type SheetRowRow, type Tx } from '../../db/index.ts'
import type { IdRange } from './queue-queries.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** The cells of an execution that wait to be begun, by the index of open cells. */
export async function selectQueued(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  columns: readonly number[],
  execution: string,
) {
  return db
    .selectFrom('sheet_cells')
    .select(['row_id', 'column_number'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', 'in', columns)
    .where('status', '=', sql.lit('QUEUED'))
    .where('execution_id', '=', execution)
    .execute()
}

export async function selectRowsById(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  ids: readonly number[],
): Promise<SheetRowRow[]> {
  const rows: SheetRowRow[] = []
  for (const some of chunksOf(ids))
    rows.push(
      ...(await db
        .selectFrom('sheet_rows')
        .selectAll()
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('id', 'in', some)
        .orderBy('id')
        .execute()),
    )
  return rows
}

const cellFields = [
  ...(['row_id', 'column_number', 'status', 'resting', 'awaiting', 'execution_id', 'generation'] as const),
  ...(['progress', 'value', 'input_hash', 'price', 'latency_ms', 'since'] as const),
]

/** Every stored cell of these rows. */
export async function selectCellsWithin(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  [from, to]: IdRange,
) {
  return db
    .selectFrom('sheet_cells')
    .select(cellFields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('row_id', '>=', from)
    .where('row_id', '<=', to)
    .orderBy('row_id')
    .execute()
}

export type BatchCellRow = Awaited<ReturnType<typeof selectCellsWithin>>[number]

export async function selectRowsWithin(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  [from, to]: IdRange,
) {
  return db
    .selectFrom('sheet_rows')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('id', '>=', from)
    .where('id', '<=', to)
    .orderBy('id')
    .execute()
}

/** What the batch may still write, while its calls are under way. */
export async function selectGenerations(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  execution: string,
  rowIds: readonly number[],
) {
  return db
    .selectFrom('sheet_cells')
    .select(['row_id', 'column_number', 'generation'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('row_id', 'in', rowIds)
    .where('execution_id', '=', execution)
    .where('status', 'in', ['QUEUED', 'DISPATCHED', 'RUNNING'])
    .execute()
}
