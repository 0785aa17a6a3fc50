import { sql } from 'kysely'
import { NEW_CELL, namesInMessages } from '../../../engine/sheet/index.ts'
import {
  chunksOf,
  type Database,
  type ListColumn,
  type SheetCellRow,
  type SheetRow,
  type Store,
  type Tx,
} from '../../db/index.ts'
import { isMovable, moveSet } from './cell-move-queries.ts'
import type { PositionRange } from './row-order.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const cellsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
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

/** States, values and if needed metrics of some columns in consecutive rows. Each cell is found by one step in the index. */
export async function selectValuesBetween(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  { from, to }: PositionRange,
  columns: readonly number[],
  readMetrics: boolean,
): Promise<Pick<SheetCellRow, 'row_id' | 'column_number' | 'status' | 'value' | 'metrics'>[]> {
  if (columns.length === 0) return []
  return db
    .selectFrom('sheet_rows')
    .innerJoin('sheet_cells', (join) =>
      join
        .onRef('sheet_cells.workspace_id', '=', 'sheet_rows.workspace_id')
        .onRef('sheet_cells.sheet', '=', 'sheet_rows.sheet')
        .onRef('sheet_cells.row_id', '=', 'sheet_rows.id'),
    )
    .select(['row_id', 'column_number', 'status', 'value'])
    .select(readMetrics ? 'metrics' : sql<null>`null`.as('metrics'))
    .where('sheet_rows.workspace_id', '=', workspace_id)
    .where('sheet_rows.sheet', '=', number)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .where('column_number', 'in', columns)
    .execute()
}

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
  const [from, to] = [Math.min(...rowIds), Math.max(...rowIds)]
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

/** The evidence of a cell's value. */
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
export async function takeAnswersBack(
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
      ...{ ...key, status: state, resting, awaiting: 0, generation: 0 },
      ...{ since: version_count, updated_at },
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

/** Counts the stored cells of these rows, by column. */
export async function countCellsOfRows(
  db: Database | Tx,
  sheet: Sheet,
  rowIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const chunk of chunksOf(rowIds)) {
    const rows = await cellsOf(db, sheet)
      .select(['column_number', (select) => select.fn.countAll<number>().as('cells')])
      .where('row_id', 'in', chunk)
      .groupBy('column_number')
      .execute()
    for (const { column_number, cells } of rows)
      counts.set(column_number, (counts.get(column_number) ?? 0) + Number(cells))
  }
  return counts
}

export async function countStoredCells(db: Database | Tx, sheet: Sheet): Promise<Map<number, number>> {
  const rows = await cellsOf(db, sheet)
    .select(['column_number', (select) => select.fn.countAll<number>().as('cells')])
    .groupBy('column_number')
    .execute()
  return new Map(rows.map(({ column_number, cells }) => [column_number, Number(cells)]))
}

/** Counts the stored cells of each column, in total and by state, in one statement. A column without open cells has one row. */
export async function countCellsByColumn(db: Database | Tx, { workspace_id, number }: Sheet) {
  const rows = await db
    .selectFrom('sheet_columns as columns')
    .leftJoin(
      cellsOf(db, { workspace_id, number })
        .select(['column_number', 'status', (select) => select.fn.countAll<number>().as('cells')])
        .where('status', '<>', sql.lit('COMPLETED'))
        .groupBy(['column_number', 'status'])
        .as('open'),
      'open.column_number',
      'columns.number',
    )
    .select(['columns.number', 'columns.stored_cells', 'open.status', 'open.cells'])
    .where('columns.workspace_id', '=', workspace_id)
    .where('columns.sheet', '=', number)
    .execute()
  return rows.map((row) => ({ ...row, cells: Number(row.cells ?? 0) }))
}

/** Counts the stale cells of a column, stored or not, in rows where one of these columns lacks a valid answer. */
export async function countUnanswered(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  column: number,
  answers: readonly number[],
): Promise<number> {
  const { cells } = await db
    .selectFrom('sheet_rows as rows')
    .leftJoin('sheet_cells as own', (join) =>
      join
        .onRef('own.workspace_id', '=', 'rows.workspace_id')
        .onRef('own.sheet', '=', 'rows.sheet')
        .onRef('own.row_id', '=', 'rows.id')
        .on('own.column_number', '=', column),
    )
    .select((select) => select.fn.countAll<number>().as('cells'))
    .where('rows.workspace_id', '=', workspace_id)
    .where('rows.sheet', '=', number)
    .where((where) => where.or([where('own.status', 'is', null), where('own.status', '=', 'STALE')]))
    .where(
      (where) =>
        where
          .selectFrom('sheet_cells as answers')
          .select((select) => select.fn.countAll<number>().as('answered'))
          .where('answers.workspace_id', '=', workspace_id)
          .where('answers.sheet', '=', number)
          .whereRef('answers.row_id', '=', 'rows.id')
          .where('answers.column_number', 'in', answers)
          .where('answers.status', '=', 'COMPLETED'),
      '<',
      answers.length,
    )
    .executeTakeFirstOrThrow()
  return Number(cells)
}

/** Cost and latency of the runs of each column. */
export async function aggregateMetrics(db: Database, sheet: Sheet) {
  return cellsOf(db, sheet)
    .select((select) => [
      'column_number',
      select.fn.count<number>('price').as('prices'),
      select.fn.sum<number | null>('price').as('price_sum'),
      select.fn.min<number | null>('price').as('price_min'),
      select.fn.max<number | null>('price').as('price_max'),
      select.fn.count<number>('latency_ms').as('latencies'),
      select.fn.sum<number | null>('latency_ms').as('latency_sum'),
      select.fn.min<number | null>('latency_ms').as('latency_min'),
      select.fn.max<number | null>('latency_ms').as('latency_max'),
    ])
    .where((where) => where.or([where('price', 'is not', null), where('latency_ms', 'is not', null)]))
    .groupBy('column_number')
    .orderBy('column_number')
    .execute()
}
