import { randomUUIDv7 } from 'node:crypto'
import type { SheetColumnRow, SheetRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { noTable } from './absent.ts'
import { countStoredCells } from './cell-queries.ts'
import { copyCells, copyRows } from './copy-queries.ts'
import { type LoadedSheet, loadForChange, withColumnsChanged } from './load-sheet.ts'
import { newSheet } from './new-sheet.ts'
import { presentSheet } from './present.ts'
import { saveColumn } from './save-columns.ts'
import { insertSheet, selectSheetsOf } from './sheet-queries.ts'
import { changeTable } from './table-queries.ts'
import { unusedTitle } from './titles.ts'

export const duplicateSheet: Handler<'duplicateSheet'> = async ({ store, now }, { caller, params, body }) =>
  store.transact(async (tx) => {
    const { workspace } = caller
    const time = now()
    const table = await changeTable(tx, workspace, params.table_id.toLowerCase(), { updated_at: time })
    if (!table) throw noTable()
    const loaded = await loadForChange(tx, workspace, params, time)
    const { sheet } = loaded
    const sheets = await selectSheetsOf(tx, workspace, [table.id])
    const titles = sheets.map(({ title }) => title)
    const title = body.title ?? unusedTitle(sheet.title, titles)
    const empty = await newSheet(store, tx, table, title, sheets.length, time)
    const { row_count, next_row_id, next_position, next_column_number, gaps } = sheet
    const copy: SheetRow = { ...empty, row_count, next_row_id, next_position, next_column_number, gaps }
    await insertSheet(tx, copy)
    await copyRows(tx, sheet, copy)
    await copyCells(tx, sheet, copy, null)
    await copyColumns(tx, loaded, copy)
    return { success: true as const, sheet: presentSheet(copy) }
  })

/** Under ids of their own; where one names another, the copy names the copy. */
async function copyColumns(tx: Tx, loaded: LoadedSheet, copy: SheetRow) {
  const stored = await countStoredCells(tx, copy)
  const ids = new Map(loaded.columns.map(({ id }) => [id, randomUUIDv7()]))
  const renamed = (text: string) => [...ids].reduce((result, [from, to]) => result.replaceAll(from, to), text)
  const columns = loaded.columns.map(
    (column): SheetColumnRow => ({
      ...column,
      sheet: copy.number,
      id: ids.get(column.id)!,
      config: column.config && renamed(column.config),
      dependencies: renamed(column.dependencies),
      stored_cells: stored.get(column.number) ?? 0,
      created_at: copy.created_at,
    }),
  )
  const withCopy = { ...loaded, sheet: copy, sheets: new Map([...loaded.sheets, [copy.id, copy]]) }
  const after = withColumnsChanged(withCopy, (all) => [...all, ...columns])
  for (const { id } of columns) await saveColumn(tx, after, id, null)
}
