import { sql } from 'kysely'
import { NEW_CELL, namesInMessages } from '../../../engine/sheet/index.ts'
import {
  chunksOf,
  type Database,
  type ListColumn,
  type SheetCellRow,
  type SheetRow,
  type Store,
  sameWorkspace,
  type Tx,
} from '../../db/index.ts'
import { isMovable, moveSet } from './cell-move-queries.ts'
import type { PositionRange } from './row-order.ts'

export type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

export const cellsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_cells').where('workspace_id', '=', workspace_id).where('sheet', '=', number)

const shownFields = [
  ...(['row_id', 'column_number', 'status', 'value', 'error', 'input_hash', 'execution_id'] as const),
  ...(['computed_version', 'metrics', 'updated_at'] as const),
] as const

const numbers: ReadonlySet<string> = new Set(['row_id', 'column_number', 'computed_version', 'updated_at'])

const shownKinds = shownFields.map((name): ListColumn => (numbers.has(name) ? 'number' : 'text'))

export type ShownCellRow = Pick<SheetCellRow, (typeof shownFields)[number]>

export async function selectCells(
  db: Database | Tx,
  sheet: Sheet,
  rowIds: readonly number[],
): Promise<ShownCellRow[]> {
  return rowIds.length === 0 ? [] : shownCells(db, sheet, rowIds).execute()
}

/**
 * States, values and if needed metrics of some columns in consecutive rows. Other rows may be among them, because ids
 * that are close are read as one range. PostgreSQL would rather read all cells of all sheets than join 500 rows with
 * their cells.
 */
export async function selectValuesBetween(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  rows: readonly { readonly id: number; readonly position: number }[],
  columns: readonly number[],
  readMetrics: boolean,
): Promise<Pick<SheetCellRow, 'row_id' | 'column_number' | 'status' | 'value' | 'metrics'>[]> {
  if (columns.length === 0) return []
  const metrics = readMetrics ? ('metrics' as const) : sql<null>`null`.as('metrics')
  const [from, to] = rangeOf(rows.map(({ id }) => id))
  if (to - from < 2 * rows.length)
    return cellsOf(db, { workspace_id, number })
      .select(['row_id', 'column_number', 'status', 'value'])
      .select(metrics)
      .where('row_id', '>=', from)
      .where('row_id', '<=', to)
      .where('column_number', 'in', columns)
      .execute()
  return db
    .selectFrom('sheet_rows')
    .innerJoin('sheet_cells', sameWorkspace('sheet_cells', 'sheet_rows', { sheet: 'sheet', row_id: 'id' }))
    .select(['row_id', 'column_number', 'status', 'value'])
    .select(metrics)
    .where('sheet_rows.workspace_id', '=', workspace_id)
    .where('sheet_rows.sheet', '=', number)
    .where('position', '>=', rows[0]!.position)
    .where('position', '<=', rows.at(-1)!.position)
    .where('column_number', 'in', columns)
    .execute()
}

const rangeOf = (ids: readonly number[]): readonly [from: number, to: number] => [
  Math.min(...ids),
  Math.max(...ids),
]

/** As `selectCells`, faster for a page. */
export async function selectCellsOfPage(
  store: Store,
  sheet: Sheet,
  rowIds: readonly number[],
): Promise<ShownCellRow[]> {
  if (rowIds.length === 0) return []
  const lists = await store.lists<ShownFields>(shownCells(store.db, sheet, rowIds).compile(), shownKinds)
  return lists.map(shownCell)
}

type ValuesOf<Names extends readonly (keyof SheetCellRow)[]> = {
  [At in keyof Names]: SheetCellRow[Names[At]]
}

type ShownFields = ValuesOf<typeof shownFields>

const shownCell = (fields: ShownFields): ShownCellRow => ({
  row_id: fields[0],
  column_number: fields[1],
  status: fields[2],
  value: fields[3],
  error: fields[4],
  input_hash: fields[5],
  execution_id: fields[6],
  computed_version: fields[7],
  metrics: fields[8],
  updated_at: fields[9],
})

function shownCells(db: Database | Tx, sheet: Sheet, rowIds: readonly number[]) {
  const query = cellsOf(db, sheet).select(shownFields)
  const [from, to] = rangeOf(rowIds)
  // True for consecutive rows, which are one range of the index.
  return to - from < rowIds.length
    ? query.where('row_id', '>=', from).where('row_id', '<=', to)
    : query.where('row_id', 'in', rowIds)
}

export async function findCell(db: Database | Tx, sheet: Sheet, rowId: number, columnNumber: number) {
  return cellsOf(db, sheet)
    .selectAll()
    .where('row_id', '=', rowId)
    .where('column_number', '=', columnNumber)
    .executeTakeFirst()
}

export async function findEvidence(db: Database | Tx, sheet: Sheet, rowId: number, columnNumber: number) {
  return cellsOf(db, sheet)
    .select(['evidence', 'updated_at'])
    .where('row_id', '=', rowId)
    .where('column_number', '=', columnNumber)
    .executeTakeFirst()
}

/** Rows by a range of positions or by ids. */
export type StaleRows = PositionRange | readonly number[]

/** Makes cells of some columns stale. Returns the number of cells that became stale. */
export async function makeStale(
  tx: Tx,
  { workspace_id, number }: Sheet,
  columns: readonly number[],
  rows: StaleRows,
  version: number,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sheet_cells')
    .set(moveSet('invalidate', { version, now }))
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', 'in', columns)
    .where(isMovable('invalidate'))
    .where((where) => {
      if (!('from' in rows)) return where('row_id', 'in', rows)
      const ids = where
        .selectFrom('sheet_rows')
        .select('id')
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('position', '>=', rows.from)
        .where('position', '<=', rows.to)
      return where('row_id', 'in', ids)
    })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Replaces the title of a column in failure messages of cells. Returns the number of changed cells. */
export async function retitleFailures(
  tx: Tx,
  { workspace_id, number }: Sheet,
  columns: readonly number[],
  before: string,
  after: string,
): Promise<number> {
  const names = namesInMessages(after)
  const inJson = (name: string) => JSON.stringify(name).slice(1, -1)
  const retitled = namesInMessages(before).reduce(
    (error, name, index) => sql<string>`replace(${error}, ${inJson(name)}, ${inJson(names[index]!)})`,
    sql<string>`error`,
  )
  const { numUpdatedRows } = await tx
    .updateTable('sheet_cells')
    .set({ error: retitled })
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', 'in', columns)
    .where('status', '<>', sql.lit('COMPLETED'))
    .where('error', '<>', retitled)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes all answers of a HUMAN column, because its question has changed. */
export async function withdrawAnswers(
  tx: Tx,
  { workspace_id, number, version_count, updated_at }: Sheet & Pick<SheetRow, 'version_count' | 'updated_at'>,
  column: number,
) {
  await tx
    .updateTable('sheet_cells')
    .set(moveSet('withdraw', { version: version_count, now: updated_at }))
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', '=', column)
    .where('value', 'is not', null)
    .execute()
}

/** Inserts the cells of rows that have none. */
export async function insertCells(tx: Tx, rows: readonly SheetCellRow[]) {
  for (const chunk of chunksOf(rows)) await tx.insertInto('sheet_cells').values(chunk).execute()
}

/** Stores a person's answer as JSON; null removes it. */
export async function saveAnswer(
  tx: Tx,
  { workspace_id, number, version_count, updated_at }: Sheet & Pick<SheetRow, 'version_count' | 'updated_at'>,
  rowId: number,
  columnNumber: number,
  value: string | null,
) {
  const key = { workspace_id, sheet: number, row_id: rowId, column_number: columnNumber }
  const { state, resting } = NEW_CELL
  await tx
    .insertInto('sheet_cells')
    .values({
      ...key,
      status: state,
      resting,
      awaiting: 0,
      generation: 0,
      since: version_count,
      updated_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const event = value === null ? 'withdraw' : 'answer'
  await tx
    .updateTable('sheet_cells')
    .set({ ...moveSet(event, { version: version_count, now: updated_at }), value })
    .where((where) => where.and(key))
    .where(isMovable(event))
    .execute()
}
