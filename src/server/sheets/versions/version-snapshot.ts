import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { stateOfContent } from '../../../engine/sheet/index.ts'
import type { Database, SheetRow, SheetVersionRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { firstRows, fullPage, rowsOfNextPiece, rowsThatFit } from '../cells/full-page.ts'
import { noCell } from '../storage/absent.ts'
import { cellAddressOf } from '../storage/cell-id.ts'
import {
  cellsAt,
  type columnsAt,
  indexAt,
  rowsAfter,
  rowsAt,
  rowsByIdAt,
} from '../storage/content-queries.ts'
import { presentColumn } from '../storage/present.ts'
import { parseTexts } from '../storage/values.ts'

export interface Snapshot {
  readonly db: Database
  readonly sheet: SheetRow
  readonly version: SheetVersionRow
  /** The columns that the version has. */
  readonly columns: Awaited<ReturnType<typeof columnsAt>>
}

export const snapshotHead = ({ sheet, version, columns }: Snapshot, offset: number) => ({
  title: sheet.title,
  row_count: version.row_count,
  row_offset: offset,
  columns: columns.map((column) => presentColumn(column, sheet)),
})

interface PresentedRow {
  readonly row_index: number
  readonly cells: Readonly<Record<string, unknown>>
}

interface RowPage {
  readonly offset: number
  readonly limit: number
}

/** Reads rows. If they are large, fewer than the limit are returned, and the caller continues from a later offset. */
export async function pageOfRows(snapshot: Snapshot, { offset, limit }: RowPage): Promise<PresentedRow[]> {
  const { db, sheet, version } = snapshot
  const page: PresentedRow[] = []
  let size = 0
  for (let count = Math.min(firstRows, limit); page.length < limit && size < fullPage; ) {
    const rows = await rowsAt(db, sheet, version.version_count, offset + page.length, count)
    for (const row of await presentRows(snapshot, rows, offset + page.length)) {
      if (size >= fullPage) break
      size += row.size
      page.push(row.presented)
    }
    if (rows.length < count) break
    count = rowsThatFit(fullPage - size, page.length, size, limit - page.length)
  }
  return page
}

/** Finds the row of a cell in the version; `rows` is empty if the version does not have the row. */
export async function rowOfCell(
  snapshot: Snapshot,
  cellId: string,
): Promise<{ readonly index: number; readonly rows: readonly PresentedRow[] }> {
  const { db, sheet, version } = snapshot
  const address = cellAddressOf(sheet.id, cellId)
  if (!address) throw noCell()
  const [row] = await rowsByIdAt(db, sheet, version.version_count, [address.rowId])
  if (!row) return { index: 0, rows: [] }
  const index = await indexAt(db, sheet, version.version_count, row.position)
  return { index, rows: (await presentRows(snapshot, [row], index)).map(({ presented }) => presented) }
}

/** Yields all rows of the version, in batches. */
export async function* allRows(snapshot: Snapshot): AsyncGenerator<readonly PresentedRow[]> {
  const { db, sheet, version } = snapshot
  let [position, index, count] = [-1, 0, firstRows]
  for (;;) {
    const rows = await rowsAfter(db, sheet, version.version_count, position, count)
    const presentedRows = await presentRows(snapshot, rows, index)
    yield presentedRows.map((row) => row.presented)
    if (rows.length < count) return
    position = rows.at(-1)!.position
    index += rows.length
    const size = presentedRows.reduce((sum, row) => sum + row.size, 0)
    count = rowsOfNextPiece(rows.length, size)
  }
}

type StoredRow = Pick<Awaited<ReturnType<typeof rowsAt>>[number], 'id' | 'texts'>

/** Characters of JSON that a cell has besides its value. */
const cellOverhead = 150

/** Presents rows with their cells, and estimates the size of their JSON. The first row has the index `firstIndex`. */
async function presentRows(
  { db, sheet, version, columns }: Snapshot,
  rows: readonly StoredRow[],
  firstIndex: number,
) {
  const versionCount = version.version_count
  const idOf = new Map(columns.map((column) => [column.number, column.id]))
  const ids = rows.map(({ id }) => id)
  const computed = Map.groupBy(await cellsAt(db, sheet, versionCount, ids), ({ row_id }) => row_id)
  return rows.map(({ id, texts }, offset) => {
    const cells: Record<string, unknown> = {}
    let size = texts.length
    const addCell = (number: number, status: string, value: Json, error: string | null) => {
      const column = idOf.get(number)
      if (column === undefined) return
      cells[column] = {
        status,
        value: value === null ? null : { value },
        display_value: displayOf(value),
        error_message: error === null ? null : (JSON.parse(error) as { message: string }).message,
      }
      size += cellOverhead
    }
    for (const [number, value] of Object.entries(parseTexts(texts)))
      addCell(Number(number), 'COMPLETED', value, null)
    for (const cell of computed.get(id) ?? []) {
      const value = cell.value === null ? null : (parseExact(cell.value) as Json)
      addCell(cell.column_number, statusAt(cell, versionCount), value, cell.error)
      size += cell.value?.length ?? 0
    }
    return { presented: { row_index: firstIndex + offset, cells }, size }
  })
}

function statusAt(
  { error, stale_since }: { error: string | null; stale_since: number | null },
  versionCount: number,
) {
  return stateOfContent({
    isStale: stale_since !== null && stale_since <= versionCount,
    hasError: error !== null,
  })
}
