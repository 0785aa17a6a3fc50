import type { Database, SheetColumnRow } from '../../db/index.ts'
import { type IndexedRow, type RowCells, readCells, readValues, withIndex } from '../cells/read-cells.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { RowOrder } from '../storage/row-order.ts'
import { selectRowsFrom } from '../storage/row-queries.ts'

export interface ScannedRows {
  readonly rows: readonly IndexedRow[]
  readonly cells: RowCells
}

const defaultBatchSize = 500

interface Scan {
  readonly atOnce?: number
  /** True: with columns, the metrics of their cells too. */
  readonly readMetrics?: boolean
}

/** Yields all rows in order, in batches, to bound memory: with states and values of these columns, or with all cells. */
export async function* scanRows(
  db: Database,
  loaded: LoadedSheet,
  columns?: readonly SheetColumnRow[],
  { atOnce = defaultBatchSize, readMetrics = false }: Scan = {},
): AsyncGenerator<ScannedRows> {
  const order = RowOrder.parse(loaded.sheet.gaps)
  for (let from = 0; ; ) {
    const stored = await selectRowsFrom(db, loaded.sheet, from, 'asc', atOnce)
    const last = stored.at(-1)
    if (!last) return
    const rows = stored.map((row) => withIndex(order, row))
    const cells = columns
      ? await readValues(db, loaded, rows, columns, readMetrics)
      : await readCells(db, loaded, rows)
    yield { rows, cells }
    from = last.position + 1
  }
}
