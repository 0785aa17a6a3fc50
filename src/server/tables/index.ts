import type { Handlers } from '../http/handler.ts'
import { addRows } from './add-rows.ts'
import { readCell, updateCell } from './cells.ts'
import { deleteRows, moveRows } from './change-rows.ts'
import { listColumns } from './columns.ts'
import { createColumn } from './create-column.ts'
import { createSheet } from './create-sheet.ts'
import { deleteColumn } from './delete-column.ts'
import { duplicateColumn } from './duplicate-column.ts'
import { duplicateSheet } from './duplicate-sheet.ts'
import { listRows } from './list-rows.ts'
import { deleteSheet, listSheets, readSheet, updateSheet } from './sheets.ts'
import { readStatusCounts } from './status-counts.ts'
import { createTable, deleteTable, listTables, readTable, updateTable } from './tables.ts'
import { updateColumn } from './update-column.ts'
import { createSheetVersion, diffSheetVersions, listSheetVersions, readSheetVersion } from './versions.ts'

export { leaveFolders as tablesLeaveFolders } from './table-queries.ts'

export const tableHandlers = {
  createTable,
  listTables,
  readTable,
  updateTable,
  deleteTable,
  listSheets,
  createSheet,
  readSheet,
  updateSheet,
  deleteSheet,
  duplicateSheet,
  readStatusCounts,
  listColumns,
  createColumn,
  updateColumn,
  deleteColumn,
  duplicateColumn,
  listRows,
  addRows,
  deleteRows,
  moveRows,
  readCell,
  updateCell,
  listSheetVersions,
  createSheetVersion,
  readSheetVersion,
  diffSheetVersions,
} satisfies Partial<Handlers>
