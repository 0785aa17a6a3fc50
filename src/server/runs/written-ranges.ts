import { type RowSet, rowsOf } from '../../engine/sheet/index.ts'

interface WrittenCell {
  readonly column: { readonly id: string }
  readonly row: { readonly index: number }
}

/** If more rows of a column changed, one range from the first to the last is sent. */
const maxNamed = 200

/** The changed rows of each column, for clients that watch the sheet. */
export function writtenRanges(cells: readonly WrittenCell[]): { column: string; rows: RowSet }[] {
  const byColumn = Map.groupBy(cells, ({ column }) => column.id)
  return [...byColumn].map(([column, columnCells]) => ({ column, rows: rowsIn(columnCells) }))
}

function rowsIn(cells: readonly WrittenCell[]): RowSet {
  if (cells.length <= maxNamed) return rowsOf(cells.map(({ row }) => row.index))
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const { row } of cells) {
    from = Math.min(from, row.index)
    to = Math.max(to, row.index + 1)
  }
  return [{ from, to }]
}
