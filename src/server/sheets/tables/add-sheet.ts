import { unusedTitle } from '../../../engine/sheet/unused-title.ts'
import type { SheetRow, Store, TableRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { textColumns } from '../columns/new-column.ts'
import { noTable } from '../storage/absent.ts'
import { insertColumns } from '../storage/column-queries.ts'
import { insertSheetRows } from '../storage/row-queries.ts'
import { insertSheet, selectSheetsOf } from '../storage/sheet-queries.ts'
import { changeTable } from '../storage/table-queries.ts'
import { moveSheet } from './move-sheet.ts'
import { newSheet } from './new-sheet.ts'

/** Locks the table for a change of its sheets. */
export async function lockTable(tx: Tx, workspace: WorkspaceId, id: string, time: number): Promise<TableRow> {
  const table = await changeTable(tx, workspace, id.toLowerCase(), { updated_at: time })
  if (!table) throw noTable()
  return table
}

export interface NewSheetOptions {
  readonly title?: string | null | undefined
  /** The title if the call has none; a number is added if it is used already. By default "Sheet" with the sheet's number. */
  readonly usualTitle?: string
  /** The index among the tabs; by default the sheet is the last. */
  readonly index?: number | null | undefined
  /** The titles of the text columns. */
  readonly columns: readonly string[]
  readonly withRow: boolean
}

/** Adds a sheet with text columns to a locked table. */
export async function addSheet(
  store: Store,
  tx: Tx,
  table: TableRow,
  { title, usualTitle, index, columns, withRow }: NewSheetOptions,
  time: number,
): Promise<SheetRow> {
  const sheets = await selectSheetsOf(tx, table.workspace_id as WorkspaceId, [table.id])
  const last = sheets.length
  const unused = () =>
    unusedTitle(
      usualTitle ?? `Sheet ${last + 1}`,
      sheets.map((sheet) => sheet.title),
    )
  const sheet: SheetRow = {
    ...(await newSheet(store, tx, table, title ?? unused(), last, time)),
    ...(withRow && { row_count: 1, next_row_id: 2, next_position: 1 }),
    next_column_number: columns.length + 1,
  }
  await insertSheet(tx, sheet)
  await insertColumns(tx, textColumns(sheet, columns))
  if (withRow) await insertSheetRows(tx, [emptyRow(sheet)])
  const sheet_index = await moveSheet(tx, [...sheets, sheet], sheet.number, index ?? last)
  return { ...sheet, sheet_index }
}

const emptyRow = ({ workspace_id, number, version_count, updated_at }: SheetRow) => ({
  workspace_id,
  sheet: number,
  id: 1,
  position: 0,
  texts: '{}',
  since: version_count,
  updated_at,
})
