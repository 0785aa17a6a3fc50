import { chunksOf, type Database, type SheetRow, type SheetRowRow, type Tx } from '../../db/index.ts'
import { type IdRange, statementsOf, within } from './queue-queries.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** The cells of an execution that wait to be begun, in rows that are few. */
export async function selectQueued(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  rows: readonly IdRange[],
  execution: string,
) {
  const found: { row_id: number; column_number: number }[] = []
  for (const ranges of statementsOf(rows))
    found.push(
      ...(await db
        .selectFrom('sheet_cells')
        .select(['row_id', 'column_number'])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where(within('row_id', ranges))
        .where('status', '=', 'QUEUED')
        .where('execution_id', '=', execution)
        .execute()),
    )
  return found
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

/** Every stored cell of these rows, or those in some columns. */
export async function selectCellsWithin(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  [from, to]: IdRange,
  columns: readonly number[] | null,
) {
  return db
    .selectFrom('sheet_cells')
    .select(cellFields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('row_id', '>=', from)
    .where('row_id', '<=', to)
    .$if(columns !== null, (query) => query.where('column_number', 'in', columns!))
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

/** What the batch may still write, while its calls are under way: nothing in a column or sheet that was deleted. */
export async function selectGenerations(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  execution: string,
  rowIds: readonly number[],
) {
  return db
    .selectFrom('sheet_cells as cells')
    .innerJoin('sheets', (join) =>
      join
        .onRef('sheets.workspace_id', '=', 'cells.workspace_id')
        .onRef('sheets.number', '=', 'cells.sheet')
        .on('sheets.deleted_at', 'is', null),
    )
    .innerJoin('sheet_columns as columns', (join) =>
      join
        .onRef('columns.workspace_id', '=', 'cells.workspace_id')
        .onRef('columns.sheet', '=', 'cells.sheet')
        .onRef('columns.number', '=', 'cells.column_number'),
    )
    .select(['cells.row_id', 'cells.column_number', 'cells.generation'])
    .where('cells.workspace_id', '=', workspace_id)
    .where('cells.sheet', '=', number)
    .where('cells.row_id', 'in', rowIds)
    .where('cells.execution_id', '=', execution)
    .where('cells.status', 'in', ['QUEUED', 'DISPATCHED', 'RUNNING'])
    .execute()
}
