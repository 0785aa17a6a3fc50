import type { Json } from '../../../engine/columns/json.ts'
import type { Store } from '../../db/index.ts'
import type { LoadedSheet } from '../load-sheet.ts'
import type { ExportedColumn } from './exported-columns.ts'
import { type SnapshotCells, SnapshotRows } from './snapshot-rows.ts'

/** Characters that are held at once, about; rows may have any size, so the first look is at a few. */
const pageSize = 512 * 1024
const firstRows = 20
const mostRowsAtOnce = 1_000

/** The values of a snapshot, row by row. Rows of other sheets stand beside those of the same index. */
export async function* readValues(
  store: Store,
  { sheet, sheets }: LoadedSheet,
  columns: readonly ExportedColumn[],
): AsyncGenerator<readonly (readonly Json[])[]> {
  const shown = new Set([sheet.id, ...columns.flatMap((column) => column.sheet ?? [])])
  const readers = new Map([...shown].map((id) => [id, new SnapshotRows(store.scan, sheets.get(id)!)]))
  let count = firstRows
  for (;;) {
    const pages = new Map<string, readonly SnapshotCells[]>()
    let size = 0
    for (const [id, reader] of readers) {
      pages.set(id, await reader.next(count))
      size += reader.size
    }
    const rows = pages.get(sheet.id)!
    if (rows.length > 0)
      yield rows.map((_, place) =>
        columns.map((column) => {
          const row = column.sheet === null ? undefined : pages.get(column.sheet)![place]
          return row ? column.valueIn(row) : null
        }),
      )
    if (rows.length < count) return
    count = Math.max(1, Math.min(mostRowsAtOnce, Math.floor((pageSize * count) / Math.max(1, size))))
  }
}
