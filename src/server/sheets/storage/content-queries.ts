import { type SelectQueryBuilder, sql } from 'kysely'
import { chunksOf, type Database, type SheetRow, type Tables, type Tx } from '../../db/index.ts'

/** The content of a sheet at a `version_count`. It consists of current rows that are not newer, and of rows in the history. */

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const columnsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_columns').where('workspace_id', '=', workspace_id).where('sheet', '=', number)
const columnHistoryOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_column_history').where('workspace_id', '=', workspace_id).where('sheet', '=', number)
const rowsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_rows').where('workspace_id', '=', workspace_id).where('sheet', '=', number)
const rowHistoryOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_row_history').where('workspace_id', '=', workspace_id).where('sheet', '=', number)
const cellsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_cells').where('workspace_id', '=', workspace_id).where('sheet', '=', number)
const cellHistoryOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_cell_history').where('workspace_id', '=', workspace_id).where('sheet', '=', number)

const columnFields = [
  ...(['workspace_id', 'sheet', 'number', 'id', 'title', 'type', 'config', 'dependencies'] as const),
  ...(['position_rank', 'is_output_column', 'since', 'created_at', 'updated_at'] as const),
]

export async function columnsAt(db: Database | Tx, sheet: Sheet, versionCount: number) {
  const current = columnsOf(db, sheet).select(columnFields).where('since', '<=', versionCount)
  const replaced = columnHistoryOf(db, sheet)
    .select(columnFields)
    .where('since', '<=', versionCount)
    .where('until', '>', versionCount)
  return current.unionAll(replaced).orderBy('position_rank').orderBy('id').execute()
}

const rowFields = ['id', 'position', 'texts', 'updated_at'] as const

const currentRows = (db: Database | Tx, sheet: Sheet, versionCount: number) =>
  rowsOf(db, sheet).where('since', '<=', versionCount)
const replacedRows = (db: Database | Tx, sheet: Sheet, versionCount: number) =>
  rowHistoryOf(db, sheet).where('since', '<=', versionCount).where('until', '>', versionCount)

export async function rowsAt(
  db: Database,
  sheet: Sheet,
  versionCount: number,
  offset: number,
  limit: number,
) {
  return currentRows(db, sheet, versionCount)
    .select(rowFields)
    .unionAll(replacedRows(db, sheet, versionCount).select(rowFields))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Rows by id, sorted by position. The ids must be sorted. */
export async function rowsByIdAt(db: Database, sheet: Sheet, versionCount: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  // With the range of ids, and with sorting in JavaScript, both planners use the primary key: a batch takes 1 ms
  // instead of 40.
  const isInBatch = sql<boolean>`id between ${ids[0]} and ${ids.at(-1)} and id in (${sql.join(ids)})`
  const rows = await currentRows(db, sheet, versionCount)
    .select(rowFields)
    .where(isInBatch)
    .unionAll(replacedRows(db, sheet, versionCount).select(rowFields).where(isInBatch))
    .execute()
  return rows.sort((left, right) => left.position - right.position)
}

/** The number of rows before a position, which is the index of the row there. */
export async function indexAt(
  db: Database,
  sheet: Sheet,
  versionCount: number,
  position: number,
): Promise<number> {
  const earlier = sql<boolean>`position < ${position}`
  const current = currentRows(db, sheet, versionCount).select('id').where(earlier)
  const replaced = replacedRows(db, sheet, versionCount).select('id').where(earlier)
  const { count } = await db
    .selectFrom(current.unionAll(replaced).as('earlier'))
    .select((query) => query.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The next rows after a position. */
export async function rowsAfter(
  db: Database,
  sheet: Sheet,
  versionCount: number,
  position: number,
  limit: number,
) {
  const fields = ['id', 'position', 'texts'] as const
  const current = currentRows(db, sheet, versionCount).select(fields)
  return mergedAfter(current, replacedRows(db, sheet, versionCount).select(fields), position, limit)
}

const maxPositions = 2_000

/** Yields the id and the position of each row, in batches. */
export async function* rowPositionsAt(db: Database, sheet: Sheet, versionCount: number) {
  const fields = ['id', 'position'] as const
  const current = currentRows(db, sheet, versionCount).select(fields)
  const replaced = replacedRows(db, sheet, versionCount).select(fields)
  for (let position = -1; ; ) {
    const rows = await mergedAfter(current, replaced, position, maxPositions)
    yield rows
    if (rows.length < maxPositions) return
    position = rows.at(-1)!.position
  }
}

type RowQuery<Table extends keyof Tables, R> = SelectQueryBuilder<Tables, Table, R>

interface RowAt {
  readonly id: number
  readonly position: number
}

/**
 * Current rows are read before the history, so that a row that is overwritten in between is read twice and never
 * missed. One query over both would sort all rows after the position.
 */
async function mergedAfter<R extends RowAt>(
  current: RowQuery<'sheet_rows', R>,
  replaced: RowQuery<'sheet_row_history', R>,
  position: number,
  limit: number,
): Promise<R[]> {
  const next = sql<boolean>`position > ${position}`
  const rows = await current.where(next).orderBy('position').limit(limit).execute()
  const earlier = await replaced.where(next).orderBy('position').limit(limit).execute()
  if (earlier.length === 0) return rows
  const byId = new Map([...rows, ...earlier].map((row) => [row.id, row]))
  return [...byId.values()].sort((left, right) => left.position - right.position).slice(0, limit)
}

export async function positionsAt(db: Database, sheet: Sheet, versionCount: number): Promise<number[]> {
  const positions: number[] = []
  for await (const rows of rowPositionsAt(db, sheet, versionCount))
    for (const row of rows) positions.push(row.position)
  return positions
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

/** The cells of these rows at a version. For some columns only, also the tokens, cost and time of their calls. */
export async function cellsAt(
  db: Database,
  sheet: Sheet,
  versionCount: number,
  ids: readonly number[],
  columns: readonly number[] | null = null,
) {
  const cells = []
  for (const chunk of chunksOf(ids)) {
    const current = cellsOf(db, sheet)
      .select(cellFields)
      .where('since', '<=', versionCount)
      .where('row_id', 'in', chunk)
      .$if(columns !== null, (query) => query.select('metrics').where('column_number', 'in', columns!))
    const replaced = cellHistoryOf(db, sheet)
      .select(cellFields)
      .where('since', '<=', versionCount)
      .where('until', '>', versionCount)
      .where('row_id', 'in', chunk)
      .$if(columns !== null, (query) => query.select('metrics').where('column_number', 'in', columns!))
    cells.push(...(await current.unionAll(replaced).execute()))
  }
  return cells.filter(({ value, error }) => value !== null || error !== null)
}

/** The versions from `from` (exclusive) to `to` (inclusive). */
export interface VersionSpan {
  readonly from: number
  readonly to: number
}

export interface IdRange {
  readonly first: number
  readonly last: number
}

/** The ids in a range of rows whose texts or computed cells changed between two versions. */
export async function changedRowIds(
  db: Database,
  sheet: Sheet,
  span: VersionSpan,
  ids: IdRange,
): Promise<number[]> {
  const within = (column: string) => sql<boolean>`${sql.ref(column)} between ${ids.first} and ${ids.last}`
  const startedBetween = sql<boolean>`since > ${span.from} and since <= ${span.to}`
  const changed = changedBetween(span.from, span.to)
  const rows = await rowsOf(db, sheet)
    .select('id')
    .where(startedBetween)
    .where(within('id'))
    .union(rowHistoryOf(db, sheet).select('id').where(changed).where(within('id')))
    .union(cellsOf(db, sheet).select('row_id as id').where(startedBetween).where(within('row_id')))
    .union(cellHistoryOf(db, sheet).select('row_id as id').where(changed).where(within('row_id')))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of rows whose texts changed between two versions, at most `limit`. */
export async function rowIdsWithChangedTexts(
  db: Database,
  sheet: Sheet,
  from: number,
  to: number,
  limit: number,
): Promise<number[]> {
  const current = rowsOf(db, sheet).select('id').where('since', '>', from).where('since', '<=', to)
  const replaced = rowHistoryOf(db, sheet).select('id').where(changedBetween(from, to))
  const rows = await current.union(replaced).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** As `rowIdsWithChangedTexts`, for computed cells. */
export async function rowIdsWithChangedCells(
  db: Database,
  sheet: Sheet,
  from: number,
  to: number,
  limit: number,
): Promise<number[]> {
  const current = cellsOf(db, sheet).select('row_id').where('since', '>', from).where('since', '<=', to)
  const replaced = cellHistoryOf(db, sheet).select('row_id').where(changedBetween(from, to))
  const rows = await current.union(replaced).orderBy('row_id').limit(limit).execute()
  return rows.map(({ row_id }) => row_id)
}

const changedBetween = (from: number, to: number) =>
  sql<boolean>`((since > ${from} and since <= ${to}) or (until > ${from} and until <= ${to}))`
