import { countRows, eachRow, type RowSet, union } from '../../../engine/sheet/index.ts'
import type { Database } from '../../db/index.ts'
import { readCells, withIndex } from '../cells/read-cells.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import type { CellsChange } from '../storage/record-changes.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsAt } from '../storage/row-queries.ts'

/** With more cells, ranges of rows are sent. */
const maxCells = 200
const maxCharacters = 2000

/** Presents changed cells: a few with their content, many as ranges of rows. */
export async function presentChanged(db: Database, loaded: LoadedSheet, notes: readonly CellsChange[]) {
  const { sheet, columns } = loaded
  const byNumber = new Map(columns.map((column) => [column.number, column]))
  const changes = notes
    .map(({ columns: numbers, rows }) => ({
      rows,
      columns: numbers.flatMap((number) => byNumber.get(number) ?? []),
    }))
    .filter(({ columns: changedColumns }) => changedColumns.length > 0)
  const count = changes.reduce(
    (sum, change) => sum + change.columns.length * countRows(change.rows, sheet.row_count),
    0,
  )
  if (count > maxCells)
    return {
      cells: [],
      ranges: changes.map((change) => ({
        column_ids: change.columns.map(({ id }) => id),
        rows: change.rows === 'all' ? null : [...change.rows],
      })),
    }
  const order = RowOrder.parse(sheet.gaps)
  const all = changes.reduce<RowSet>((rows, change) => union(rows, change.rows), [])
  const positions = [...eachRow(all, sheet.row_count)].map((index) => order.positionOf(index))
  const rows = (await selectRowsAt(db, sheet, positions)).map((row) => withIndex(order, row))
  const content = await readCells(db, loaded, rows)
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  const cells = changes.flatMap((change) =>
    [...eachRow(change.rows, sheet.row_count)].flatMap((index) => {
      const row = byIndex.get(index)
      return row ? change.columns.map((column) => presentCut(content.present(column, row))) : []
    }),
  )
  return { cells, ranges: [] }
}

type Presented = ReturnType<Awaited<ReturnType<typeof readCells>>['present']>

function presentCut({ display_value: displayValue, request_metrics: metrics, ...cell }: Presented) {
  const { id, column_id, row_index, status, value, error, error_message, updated_at } = cell
  const isCut = displayValue !== null && displayValue.length > maxCharacters
  return {
    id,
    column_id,
    row_index,
    status,
    error,
    error_message,
    updated_at,
    value: isCut ? null : value,
    display_value: isCut ? displayValue.slice(0, maxCharacters).toWellFormed() : displayValue,
    is_cut: isCut,
    price: metrics?.price ?? null,
    latency_ms: metrics?.latency_ms ?? null,
  }
}
