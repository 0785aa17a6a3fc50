import type { Store } from '../../db/index.ts'
import type { JsonBytes } from '../../http/json-bytes.ts'
import { columnText, rowText } from '../cells/cell-text.ts'
import { fullPage } from '../cells/full-page.ts'
import { type IndexedRow, type RowCells, readPage } from '../cells/read-cells.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { presentSystemCell, systemColumnsOf } from '../storage/system-columns.ts'

/**
 * Rows whose cells are in memory at once. With few cells little garbage is collected. PostgreSQL needs larger batches,
 * because a round trip costs more than its answer.
 */
const rowsPerStatement = { sqlite: 20, postgres: 100 }

/** Writes a page of rows as JSON until the page is full. Returns the number of rows. */
export async function writeRows(
  bytes: JsonBytes,
  store: Store,
  loaded: LoadedSheet,
  rows: readonly IndexedRow[],
  system: boolean,
): Promise<number> {
  const texts = loaded.columns.map((column) => columnText(loaded.sheet.id, column))
  const count = rowsPerStatement[store.dialect]
  for (let from = 0; from < rows.length; from += count) {
    const chunk = rows.slice(from, from + count)
    const cells = await readPage(store, loaded, chunk)
    for (const [index, row] of chunk.entries()) {
      if (from + index > 0) bytes.write(',')
      bytes.write(textOf(loaded, texts, cells, row, system))
      if (bytes.length >= fullPage) return from + index + 1
    }
  }
  return rows.length
}

function textOf(
  { sheet, columns }: LoadedSheet,
  texts: readonly ReturnType<typeof columnText>[],
  cells: RowCells,
  row: IndexedRow,
  system: boolean,
): string {
  const id = rowText(sheet.id, row.id)
  let text = ''
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!
    const { before, after } = texts[index]!
    text += `${index === 0 ? '' : ','}${before}${id}${after}${row.index},${cells.text(column, row)}}`
    if (!system) continue
    for (const systemColumn of systemColumnsOf(column))
      text += `,"${systemColumn.id}":${JSON.stringify(presentSystemCell(sheet.id, systemColumn, row, cells.content(column, row)))}`
  }
  return `{"row_index":${row.index},"cells":{${text}}}`
}
