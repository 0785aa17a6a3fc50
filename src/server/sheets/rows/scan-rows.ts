import type { Database, SheetColumnRow } from '../../db/index.ts'
import { type IndexedRow, type RowCells, readCells, withIndex } from '../cells/read-cells.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsFrom } from '../storage/row-queries.ts'

export interface ScannedRows {
  readonly rows: readonly IndexedRow[]
  readonly cells: RowCells
}

const atOnce = 500

/** All rows of a sheet in order, in small batches to bound memory, with cells of these columns or of all. */
export async function* scanRows(
  db: Database,
  loaded: LoadedSheet,
  columns?: readonly SheetColumnRow[],
): AsyncGenerator<ScannedRows> {
  const order = RowOrder.parse(loaded.sheet.gaps)
  for (let from = 0; ; ) {
    const found = await selectRowsFrom(db, loaded.sheet, from, 'asc', atOnce)
    const last = found.at(-1)
    if (!last) return
    const rows = found.map((row) => withIndex(order, row))
    yield { rows, cells: await readCells(db, loaded, rows, columns) }
    from = last.position + 1
  }
}
