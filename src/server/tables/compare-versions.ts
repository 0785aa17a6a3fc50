import type { Json } from '../../engine/columns/json.ts'
import { cellKey, compareContents, type SheetContent } from '../../engine/sheet/index.ts'
import type { Database, SheetRow } from '../db/index.ts'
import { cellsAt, columnsAt, positionsAt, rowsByIdAt, touchedRows } from './content-queries.ts'
import { firstRows, fullPage, mostRowsAtOnce, pieceSize, rowsThatFit } from './full-page.ts'
import { RowOrder } from './row-order.ts'
import { parseTexts } from './values.ts'

/** Changes that one page shows. */
const mostChanges = 1000

export interface Comparison {
  readonly deltas: readonly Record<string, unknown>[]
  readonly isComplete: boolean
}

/** What changed from one `version_count` to another, until that fills a page. */
export async function compareVersions(
  db: Database,
  sheet: SheetRow,
  from: number,
  to: number,
): Promise<Comparison> {
  const deltas: Record<string, unknown>[] = []
  let shown = 0
  for await (const changes of changesBetween(db, sheet, from, to))
    for (const { event, size } of changes) {
      if (deltas.length === mostChanges || shown >= fullPage) return { deltas, isComplete: false }
      deltas.push(event)
      shown += size
    }
  return { deltas, isComplete: true }
}

interface SizedChange {
  readonly event: Record<string, unknown>
  /** Characters of the values in it, about. */
  readonly size: number
}

const sized = (event: Record<string, unknown>): SizedChange => ({ event, size: 0 })

/** Row ids that one query looks at. */
const idsAtOnce = 2_000

/** What changed from one `version_count` to another: columns, then rows with their cells, some at a time. */
export async function* changesBetween(
  db: Database,
  sheet: SheetRow,
  from: number,
  to: number,
): AsyncGenerator<readonly SizedChange[]> {
  const span = from <= to ? { from, to } : { from: to, to: from }
  const [before, after] = [await sheetAt(db, sheet, from), await sheetAt(db, sheet, to)]
  yield changesOf('column', compareContents(before.columns, after.columns).columns).map(sized)
  let count = firstRows
  for (let first = 0; first < sheet.next_row_id; first += idsAtOnce) {
    const ids = await touchedRows(db, sheet, span, [first, first + idsAtOnce - 1])
    for (let looked = 0; looked < ids.length; ) {
      const some = ids.slice(looked, looked + count)
      const [was, is] = [await rowsOf(db, sheet, before, some), await rowsOf(db, sheet, after, some)]
      const delta = compareContents(was.content, is.content)
      yield [
        ...rowEvents(delta, was, is).map(sized),
        ...cellEvents(delta, was, is).map((event) => ({
          event,
          size: sizeOf(event.before) + sizeOf(event.after),
        })),
      ]
      looked += some.length
      count = rowsThatFit(pieceSize, some.length, was.size + is.size, mostRowsAtOnce)
    }
  }
}

/** Characters, about. */
const sizeOf = (value: Json): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length

const nothing: SheetContent = { columns: new Map(), rows: new Map(), cells: new Map(), settings: new Map() }

/** A sheet without its rows. */
interface SheetAt {
  readonly at: number
  readonly columns: SheetContent
  readonly ids: ReadonlyMap<number, string>
  readonly order: RowOrder
}

async function sheetAt(db: Database, sheet: SheetRow, at: number): Promise<SheetAt> {
  const columns = await columnsAt(db, sheet, at)
  return {
    at,
    columns: { ...nothing, columns: new Map(columns.map((column) => [column.id, presentable(column)])) },
    ids: new Map(columns.map((column) => [column.number, column.id])),
    order: RowOrder.ofPositions(await positionsAt(db, sheet, at)),
  }
}

interface RowsAt {
  readonly content: SheetContent
  /** Where a row stood; undefined when it was not there. */
  readonly indexOf: ReadonlyMap<string, number>
  /** Characters of what is in them. */
  readonly size: number
}

async function rowsOf(
  db: Database,
  sheet: SheetRow,
  { at, ids: columns, order }: SheetAt,
  ids: readonly number[],
): Promise<RowsAt> {
  const rows = await rowsByIdAt(db, sheet, at, ids)
  const cells = new Map<string, Json>()
  let size = 0
  // What was never computed and what was computed as nothing show the same.
  const show = (row: number, number: number, value: Json) => {
    const column = columns.get(number)
    if (column && value !== null) cells.set(cellKey(row, column), value)
  }
  for (const { id, texts } of rows) {
    for (const [number, value] of Object.entries(parseTexts(texts))) show(id, Number(number), value)
    size += texts.length
  }
  for (const { row_id, column_number, value, error } of await cellsAt(db, sheet, at, ids)) {
    const text = (value ?? error)!
    show(row_id, column_number, JSON.parse(text) as Json)
    size += text.length
  }
  return {
    content: {
      ...nothing,
      rows: new Map(rows.map((row) => [String(row.id), { position: row.position }])),
      cells,
    },
    indexOf: new Map(rows.map((row) => [String(row.id), order.indexOf(row.position)])),
    size,
  }
}

type ColumnThen = Awaited<ReturnType<typeof columnsAt>>[number]

const presentable = ({
  title,
  type,
  config,
  dependencies,
  position_rank,
  is_output_column,
}: ColumnThen): Json => ({
  title,
  type,
  config: config === null ? null : (JSON.parse(config) as Json),
  dependencies: JSON.parse(dependencies) as Json,
  position_rank,
  is_output_column: is_output_column === 1,
})

type Delta = ReturnType<typeof compareContents>
type Keyed = Delta['columns']

function changesOf(what: string, keyed: Keyed): Record<string, unknown>[] {
  if (!keyed) return []
  return [
    ...Object.entries(keyed.added).map(([id, after]) => ({
      type: `${what}_added`,
      [`${what}_id`]: id,
      after,
    })),
    ...Object.entries(keyed.updated).map(([id, [before, after]]) => ({
      type: `${what}_updated`,
      [`${what}_id`]: id,
      before,
      after,
    })),
    ...Object.entries(keyed.removed).map(([id, before]) => ({
      type: `${what}_removed`,
      [`${what}_id`]: id,
      before,
    })),
  ]
}

const placesOf = (before: RowsAt, after: RowsAt, id: string) => ({
  row_index_before: before.indexOf.get(id) ?? null,
  row_index_after: after.indexOf.get(id) ?? null,
})

function rowEvents({ rows }: Delta, before: RowsAt, after: RowsAt): Record<string, unknown>[] {
  const at = (id: string) => placesOf(before, after, id)
  return [
    ...Object.keys(rows?.added ?? {}).map((id) => ({ type: 'row_added', ...at(id) })),
    ...Object.keys(rows?.updated ?? {})
      .map((id) => ({ type: 'row_moved', ...at(id) }))
      // Who stands where it stood was only numbered anew.
      .filter(({ row_index_before, row_index_after }) => row_index_before !== row_index_after),
    ...Object.keys(rows?.removed ?? {}).map((id) => ({ type: 'row_removed', ...at(id) })),
  ]
}

function cellEvents({ cells }: Delta, before: RowsAt, after: RowsAt) {
  const cellChange = (key: string, was: Json, is: Json) => {
    const [row, column] = key.split('/') as [string, string]
    return {
      ...{ type: 'cell_set', column_id: column, ...placesOf(before, after, row) },
      ...{ before: was, after: is },
    }
  }
  return [
    ...Object.entries(cells?.added ?? {}).map(([key, is]) => cellChange(key, null, is)),
    ...Object.entries(cells?.updated ?? {}).map(([key, [was, is]]) => cellChange(key, was, is)),
    ...Object.entries(cells?.removed ?? {}).map(([key, was]) => cellChange(key, was, null)),
  ]
}
