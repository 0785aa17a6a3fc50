import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { SheetRow, Store, TableRow, Tx } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import type { SheetPorts } from '../ports.ts'
import { copyCells, copyRows } from '../storage/copy-queries.ts'
import { loadForChange } from '../storage/load-sheet.ts'
import { presentSheet } from '../storage/present.ts'
import { insertSheet, selectSheetsOf } from '../storage/sheet-queries.ts'
import { lockTable } from './add-sheet.ts'
import { copiedColumns, insertCopies, newColumnIds } from './copy-columns.ts'
import { newSheet } from './new-sheet.ts'

export const duplicateSheet =
  ({ scoring }: SheetPorts): Handler<'duplicateSheet'> =>
  async ({ store, now }, { caller, params, body }) =>
    store.transact(async (tx) => {
      const { workspace } = caller
      const time = now()
      const table = await lockTable(tx, workspace, params.table_id, time)
      const loaded = await loadForChange(tx, workspace, params, time)
      const { sheet } = loaded
      const sheets = await selectSheetsOf(tx, workspace, [table.id])
      const titles = sheets.map(({ title }) => title)
      const title = body.title ?? unusedTitle(sheet.title, titles)
      const copy = await copyRowsAndCells(store, tx, sheet, { table, title, index: sheets.length, time })
      const ids = new Map([...newColumnIds(loaded.columns), [sheet.id, copy.id] as const])
      const columns = await copiedColumns(tx, loaded, copy, ids)
      await insertCopies(tx, loaded, copy, { sheets: [copy], columns })
      await scoring.copy(tx, loaded, copy, ids)
      return { success: true as const, sheet: presentSheet(copy) }
    })

interface CopyTarget {
  readonly table: Pick<TableRow, 'workspace_id' | 'id'>
  readonly title: string
  readonly index: number
  readonly time: number
}

/** Copies everything except the columns. */
export async function copyRowsAndCells(
  store: Store,
  tx: Tx,
  sheet: SheetRow,
  { table, title, index, time }: CopyTarget,
): Promise<SheetRow> {
  const empty = await newSheet(store, tx, table, title, index, time)
  const { row_count, next_row_id, next_position, next_column_number, gaps } = sheet
  const copy: SheetRow = { ...empty, row_count, next_row_id, next_position, next_column_number, gaps }
  await insertSheet(tx, copy)
  await copyRows(tx, sheet, copy)
  await copyCells(tx, sheet, copy, null)
  return copy
}
