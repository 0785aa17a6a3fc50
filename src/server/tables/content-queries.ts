import { sql } from 'kysely'
import { chunksOf, type Database, type SheetRow, type Tx } from '../db/index.ts'

/**
 * The content of a sheet as it was at a `version_count`: what has been so since then or before, and what history
 * keeps for that time.
 */

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const columnFields = [
  ...(['workspace_id', 'sheet', 'number', 'id', 'title', 'type', 'config', 'dependencies'] as const),
  ...(['position_rank', 'is_output_column', 'since', 'created_at', 'updated_at'] as const),
]

export async function columnsAt(db: Database | Tx, { workspace_id, number }: Sheet, at: number) {
  const now = db
    .selectFrom('sheet_columns')
    .select(columnFields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '<=', at)
  const before = db
    .selectFrom('sheet_column_history')
    .select(columnFields)
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '<=', at)
    .where('until', '>', at)
  return now.unionAll(before).orderBy('position_rank').orderBy('id').execute()
}

const rowFields = ['id', 'position', 'texts', 'updated_at'] as const

function rowsNow(db: Database | Tx, { workspace_id, number }: Sheet, at: number) {
  return db
    .selectFrom('sheet_rows')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '<=', at)
}

function rowsBefore(db: Database | Tx, { workspace_id, number }: Sheet, at: number) {
  return db
    .selectFrom('sheet_row_history')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '<=', at)
    .where('until', '>', at)
}

export async function rowsAt(db: Database, sheet: Sheet, at: number, offset: number, limit: number) {
  return rowsNow(db, sheet, at)
    .select(rowFields)
    .unionAll(rowsBefore(db, sheet, at).select(rowFields))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function rowsByIdAt(db: Database, sheet: Sheet, at: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return rowsNow(db, sheet, at)
    .select(rowFields)
    .where('id', 'in', ids)
    .unionAll(rowsBefore(db, sheet, at).select(rowFields).where('id', 'in', ids))
    .orderBy('position')
    .execute()
}

export async function positionsAt(db: Database, sheet: Sheet, at: number): Promise<number[]> {
  const rows = await rowsNow(db, sheet, at)
    .select('position')
    .unionAll(rowsBefore(db, sheet, at).select('position'))
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => position)
}

const cellFields = [
  'row_id',
  'column_number',
  'value',
  'error',
  'stale_since',
  'price',
  'latency_ms',
] as const

export async function cellsAt(
  db: Database,
  { workspace_id, number }: Sheet,
  at: number,
  ids: readonly number[],
) {
  const found = []
  for (const some of chunksOf(ids)) {
    const now = db
      .selectFrom('sheet_cells')
      .select(cellFields)
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('since', '<=', at)
      .where('row_id', 'in', some)
    const before = db
      .selectFrom('sheet_cell_history')
      .select(cellFields)
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('since', '<=', at)
      .where('until', '>', at)
      .where('row_id', 'in', some)
    found.push(...(await now.unionAll(before).execute()))
  }
  return found.filter(({ value, error }) => value !== null || error !== null)
}

/** Rows whose own content began or ended after `from`, up to and with `to`; at most `limit`. */
export async function rowsTouched(
  db: Database,
  { workspace_id, number }: Sheet,
  from: number,
  to: number,
  limit: number,
): Promise<number[]> {
  const now = db
    .selectFrom('sheet_rows')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '>', from)
    .where('since', '<=', to)
  const before = db
    .selectFrom('sheet_row_history')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where(touchedBetween(from, to))
  const rows = await now.union(before).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** As `rowsTouched`, for the rows of computed cells. */
export async function rowsOfTouchedCells(
  db: Database,
  { workspace_id, number }: Sheet,
  from: number,
  to: number,
  limit: number,
): Promise<number[]> {
  const now = db
    .selectFrom('sheet_cells')
    .select('row_id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('since', '>', from)
    .where('since', '<=', to)
  const before = db
    .selectFrom('sheet_cell_history')
    .select('row_id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where(touchedBetween(from, to))
  const rows = await now.union(before).orderBy('row_id').limit(limit).execute()
  return rows.map(({ row_id }) => row_id)
}

const touchedBetween = (from: number, to: number) =>
  sql<boolean>`((since > ${from} and since <= ${to}) or (until > ${from} and until <= ${to}))`
