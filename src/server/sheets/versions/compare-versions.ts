import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { cellKey, compareContents, type SheetContent } from '../../../engine/sheet/index.ts'
import type { Database, SheetRow } from '../../db/index.ts'
import { firstRows, fullPage, rowsOfNextPiece } from '../cells/full-page.ts'
import { cellsAt, changedRowIds, columnsAt, positionsAt, rowsByIdAt } from '../storage/content-queries.ts'
import { parseTexts } from '../storage/values.ts'

/** Maximum changes on one page. */
const maxChanges = 1000

export interface Comparison {
  readonly deltas: Change[]
  readonly isComplete: boolean
}

type Change = Record<string, unknown>

/** The changes between two version counts, until a page is full. */
export async function compareVersions(
  db: Database,
  sheet: SheetRow,
  from: number,
  to: number,
): Promise<Comparison> {
  const deltas: Change[] = []
  let size = 0
  for await (const changes of changesBetween(db, sheet, from, to))
    for (const change of changes) {
      if (deltas.length === maxChanges || size >= fullPage) return { deltas, isComplete: false }
      deltas.push(change)
      size += sizeOf(change.before) + sizeOf(change.after)
    }
  return { deltas, isComplete: true }
}

/** Maximum row ids of one query. */
const maxIds = 2_000

/** Yields the changes between two version counts: first of columns, then of rows with their cells, in batches. */
export async function* changesBetween(
  db: Database,
  sheet: SheetRow,
  from: number,
  to: number,
): AsyncGenerator<readonly Change[]> {
  const span = from <= to ? { from, to } : { from: to, to: from }
  const [before, after] = [await sheetAt(db, sheet, from), await sheetAt(db, sheet, to)]
  yield changesOf('column', compareContents(before.columns, after.columns).columns)
  let count = firstRows
  for (let first = 0; first < sheet.next_row_id; first += maxIds) {
    const ids = await changedRowIds(db, sheet, span, { first, last: first + maxIds - 1 })
    for (let offset = 0; offset < ids.length; ) {
      const batch = ids.slice(offset, offset + count)
      const rowsBefore = await rowsOf(db, sheet, before, batch)
      const rowsAfter = await rowsOf(db, sheet, after, batch)
      const delta = compareContents(rowsBefore.content, rowsAfter.content)
      yield [...rowEvents(delta, rowsBefore, rowsAfter), ...cellEvents(delta, rowsBefore, rowsAfter)]
      offset += batch.length
      count = rowsOfNextPiece(batch.length, rowsBefore.size + rowsAfter.size)
    }
  }
}

/** The estimated number of characters as JSON. */
const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)

const emptyContent: SheetContent = {
  columns: new Map(),
  rows: new Map(),
  cells: new Map(),
  settings: new Map(),
}

/** A sheet at a version count, without its rows. */
interface SheetAt {
  readonly versionCount: number
  readonly columns: SheetContent
  readonly ids: ReadonlyMap<number, string>
  /** The positions of the rows, sorted. The index of a position in this list is the index of the row. */
  readonly positions: readonly number[]
}

async function sheetAt(db: Database, sheet: SheetRow, versionCount: number): Promise<SheetAt> {
  const columns = await columnsAt(db, sheet, versionCount)
  return {
    versionCount,
    columns: { ...emptyContent, columns: new Map(columns.map((column) => [column.id, contentOf(column)])) },
    ids: new Map(columns.map((column) => [column.number, column.id])),
    positions: await positionsAt(db, sheet, versionCount),
  }
}

interface RowsAt {
  readonly content: SheetContent
  /** The index of each row; a row that did not exist has none. */
  readonly indexOf: ReadonlyMap<string, number>
  /** Estimated characters of the changes as JSON. */
  readonly size: number
}

/** Characters of JSON that a changed cell has besides its value. */
const changeOverhead = 150

async function rowsOf(
  db: Database,
  sheet: SheetRow,
  { versionCount, ids: columns, positions }: SheetAt,
  ids: readonly number[],
): Promise<RowsAt> {
  const rows = await rowsByIdAt(db, sheet, versionCount, ids)
  const cells = new Map<string, Json>()
  let size = 0
  // A cell that was never computed looks like one that was computed as null.
  const addCell = (row: number, number: number, value: Json) => {
    const column = columns.get(number)
    if (!column || value === null) return
    cells.set(cellKey(row, column), value)
    size += changeOverhead
  }
  for (const { id, texts } of rows) {
    for (const [number, value] of Object.entries(parseTexts(texts))) addCell(id, Number(number), value)
    size += texts.length
  }
  for (const { row_id, column_number, value, error } of await cellsAt(db, sheet, versionCount, ids)) {
    const text = (value ?? error)!
    addCell(row_id, column_number, parseExact(text) as Json)
    size += text.length
  }
  return {
    content: {
      ...emptyContent,
      rows: new Map(rows.map((row) => [String(row.id), { position: row.position }])),
      cells,
    },
    indexOf: new Map(rows.map((row) => [String(row.id), indexOf(positions, row.position)])),
    size,
  }
}

function indexOf(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

type StoredColumn = Awaited<ReturnType<typeof columnsAt>>[number]

const contentOf = ({
  title,
  type,
  config,
  dependencies,
  position_rank,
  is_output_column,
}: StoredColumn): Json => ({
  title,
  type,
  config: config === null ? null : (parseExact(config) as Json),
  dependencies: JSON.parse(dependencies) as Json,
  position_rank,
  is_output_column: is_output_column === 1,
})

type Delta = ReturnType<typeof compareContents>
type Difference = Delta['columns']

function changesOf(entity: string, difference: Difference): Record<string, unknown>[] {
  if (!difference) return []
  return [
    ...Object.entries(difference.added).map(([id, after]) => ({
      type: `${entity}_added`,
      [`${entity}_id`]: id,
      after,
    })),
    ...Object.entries(difference.updated).map(([id, [before, after]]) => ({
      type: `${entity}_updated`,
      [`${entity}_id`]: id,
      before,
      after,
    })),
    ...Object.entries(difference.removed).map(([id, before]) => ({
      type: `${entity}_removed`,
      [`${entity}_id`]: id,
      before,
    })),
  ]
}

const rowIndexes = (before: RowsAt, after: RowsAt, id: string) => ({
  row_index_before: before.indexOf.get(id) ?? null,
  row_index_after: after.indexOf.get(id) ?? null,
})

function rowEvents({ rows }: Delta, before: RowsAt, after: RowsAt): Record<string, unknown>[] {
  const indexesOfRow = (id: string) => rowIndexes(before, after, id)
  return [
    ...Object.keys(rows?.added ?? {}).map((id) => ({ type: 'row_added', ...indexesOfRow(id) })),
    ...Object.keys(rows?.updated ?? {})
      .map((id) => ({ type: 'row_moved', ...indexesOfRow(id) }))
      // A row whose index is unchanged only got another position, which does not count as a move.
      .filter(({ row_index_before, row_index_after }) => row_index_before !== row_index_after),
    ...Object.keys(rows?.removed ?? {}).map((id) => ({ type: 'row_removed', ...indexesOfRow(id) })),
  ]
}

function cellEvents({ cells }: Delta, before: RowsAt, after: RowsAt) {
  const cellChange = (key: string, valueBefore: Json, valueAfter: Json) => {
    const [row, column] = key.split('/') as [string, string]
    return {
      type: 'cell_set',
      column_id: column,
      ...rowIndexes(before, after, row),
      before: valueBefore,
      after: valueAfter,
    }
  }
  return [
    ...Object.entries(cells?.added ?? {}).map(([key, value]) => cellChange(key, null, value)),
    ...Object.entries(cells?.updated ?? {}).map(([key, [valueBefore, valueAfter]]) =>
      cellChange(key, valueBefore, valueAfter),
    ),
    ...Object.entries(cells?.removed ?? {}).map(([key, value]) => cellChange(key, value, null)),
  ]
}
