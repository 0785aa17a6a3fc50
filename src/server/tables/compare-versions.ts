import type { Json } from '../../engine/columns/json.ts'
import { cellKey, compareContents, type SheetContent } from '../../engine/sheet/index.ts'
import type { Database, SheetRow } from '../db/index.ts'
import {
  cellsAt,
  columnsAt,
  positionsAt,
  rowsByIdAt,
  rowsOfTouchedCells,
  rowsTouched,
} from './content-queries.ts'
import { RowOrder } from './row-order.ts'
import { parseTexts } from './values.ts'

/** Changes that one answer shows. */
const mostChanges = 1000

export interface Comparison {
  readonly deltas: Record<string, unknown>[]
  readonly isComplete: boolean
}

/** What changed from one `version_count` to another; only what was touched in between is looked at. */
export async function compareVersions(
  db: Database,
  sheet: SheetRow,
  from: number,
  to: number,
): Promise<Comparison> {
  const [low, high] = from <= to ? [from, to] : [to, from]
  const ids = new Set([
    ...(await rowsTouched(db, sheet, low, high, mostChanges + 1)),
    ...(await rowsOfTouchedCells(db, sheet, low, high, mostChanges + 1)),
  ])
  const rows = [...ids].sort((a, b) => a - b).slice(0, mostChanges)
  const [before, after] = [await contentAt(db, sheet, from, rows), await contentAt(db, sheet, to, rows)]
  const delta = compareContents(before.content, after.content)
  const events = [...changesOf('column', delta.columns), ...rowEvents(delta, before, after)]
  return {
    deltas: events.slice(0, mostChanges),
    isComplete: ids.size <= mostChanges && events.length <= mostChanges,
  }
}

interface ContentAt {
  readonly content: SheetContent
  /** Where a row stood; undefined when it was not there. */
  readonly indexOf: ReadonlyMap<string, number>
}

async function contentAt(
  db: Database,
  sheet: SheetRow,
  at: number,
  ids: readonly number[],
): Promise<ContentAt> {
  const columns = await columnsAt(db, sheet, at)
  const order = RowOrder.ofPositions(await positionsAt(db, sheet, at))
  const byNumber = new Map(columns.map((column) => [column.number, column.id]))
  const rows = await rowsByIdAt(db, sheet, at, ids)
  const cells = new Map<string, Json>()
  // What was never computed and what was computed as nothing show the same.
  const show = (row: number, number: number, value: Json) => {
    const column = byNumber.get(number)
    if (column && value !== null) cells.set(cellKey(row, column), value)
  }
  for (const { id, texts } of rows)
    for (const [number, value] of Object.entries(parseTexts(texts))) show(id, Number(number), value)
  for (const { row_id, column_number, value, error } of await cellsAt(db, sheet, at, ids))
    show(row_id, column_number, JSON.parse((value ?? error)!) as Json)
  return {
    content: {
      columns: new Map(columns.map((column) => [column.id, presentable(column)])),
      rows: new Map(rows.map((row) => [String(row.id), { position: row.position }])),
      cells,
      settings: new Map(),
    },
    indexOf: new Map(rows.map((row) => [String(row.id), order.indexOf(row.position)])),
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

function rowEvents({ rows, cells }: Delta, before: ContentAt, after: ContentAt): Record<string, unknown>[] {
  const at = (id: string) => ({
    row_index_before: before.indexOf.get(id) ?? null,
    row_index_after: after.indexOf.get(id) ?? null,
  })
  const rowChanges = [
    ...Object.keys(rows?.added ?? {}).map((id) => ({ type: 'row_added', ...at(id) })),
    ...Object.keys(rows?.updated ?? {})
      .map((id) => ({ type: 'row_moved', ...at(id) }))
      // Who stands where it stood was only numbered anew.
      .filter(({ row_index_before, row_index_after }) => row_index_before !== row_index_after),
    ...Object.keys(rows?.removed ?? {}).map((id) => ({ type: 'row_removed', ...at(id) })),
  ]
  const cellChange = (key: string, was: Json | null, is: Json | null) => {
    const [row, column] = key.split('/') as [string, string]
    return { type: 'cell_set', column_id: column, ...at(row), before: was, after: is }
  }
  return [
    ...rowChanges,
    ...Object.entries(cells?.added ?? {}).map(([key, is]) => cellChange(key, null, is)),
    ...Object.entries(cells?.updated ?? {}).map(([key, [was, is]]) => cellChange(key, was, is)),
    ...Object.entries(cells?.removed ?? {}).map(([key, was]) => cellChange(key, was, null)),
  ]
}
