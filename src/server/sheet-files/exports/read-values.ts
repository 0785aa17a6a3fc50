import type { Json } from '../../../engine/json/json.ts'
import type { Store } from '../../db/index.ts'
import { firstRows, rowsOfNextPiece, type SnapshotRow, SnapshotRows } from '../../sheets/index.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import type { ExportedColumn } from './exported-columns.ts'

/** Yields the values of a snapshot row by row. Rows of other sheets are joined by index. */
export async function* readValues(
  store: Store,
  { sheet, sheets }: LoadedSheet,
  columns: readonly ExportedColumn[],
  /** Indexes of the rows to read; null for all. */
  exported: ReadonlySet<number> | null,
): AsyncGenerator<readonly (readonly Json[])[]> {
  const sheetNumbers = new Set([sheet.id, ...columns.flatMap((column) => column.sheet ?? [])])
  const snapshotOf = (id: string) => {
    const exportedSheet = sheets.get(id)!
    return new SnapshotRows(store.scan, exportedSheet, exportedSheet.version_count)
  }
  const readers = new Map([...sheetNumbers].map((id) => [id, snapshotOf(id)]))
  let count = firstRows
  let firstRow = 0
  for (;;) {
    const pages = new Map<string, readonly SnapshotRow[]>()
    let size = 0
    for (const [id, reader] of readers) {
      pages.set(id, await reader.next(count))
      size += reader.size
    }
    const rows = pages.get(sheet.id)!
    const values = rows.flatMap((_, rowOffset) => {
      if (exported && !exported.has(firstRow + rowOffset)) return []
      return [
        columns.map((column) => {
          const row = column.sheet === null ? undefined : pages.get(column.sheet)![rowOffset]
          return row ? column.valueIn(row) : null
        }),
      ]
    })
    if (values.length > 0) yield values
    firstRow += rows.length
    if (rows.length < count) return
    count = rowsOfNextPiece(count, size)
  }
}
