import type { Context } from '../context.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import { addRows } from './add-rows.ts'
import { readCell, updateCell } from './cells.ts'
import { deleteRows, moveRows } from './change-rows.ts'
import { listColumns } from './columns.ts'
import { compareSheets } from './comparisons/compare-sheets.ts'
import { createColumn } from './create-column.ts'
import { createSheet } from './create-sheet.ts'
import { deleteColumn } from './delete-column.ts'
import { duplicateColumn } from './duplicate-column.ts'
import { duplicateSheet } from './duplicate-sheet.ts'
import { duplicateTable } from './duplicate-table.ts'
import { exportSheet } from './exports/export-sheet.ts'
import { importFile } from './imports/import-file.ts'
import { importRequestLogs } from './imports/import-request-logs.ts'
import { cancelSheetImport, readSheetImport } from './imports/operations.ts'
import { importSheets } from './imports/run-import.ts'
import { listRows } from './list-rows.ts'
import { readSheetEvents } from './live/read-sheet-events.ts'
import { listTableOverviews } from './overviews/list-overviews.ts'
import { cancelOperation } from './runs/cancel-operation.ts'
import { forecastOperation } from './runs/forecast-operation.ts'
import { cachedForgotten } from './runs/forget-cached.ts'
import { cellRuns } from './runs/handler.ts'
import { createOperation, listOperations, readOperation } from './runs/operations.ts'
import { recalculateCell, recalculateCells } from './runs/recalculate-cells.ts'
import { cellsTakenBack } from './runs/take-back.ts'
import { scorecardHandlers, scorecardJobs } from './scorecards/index.ts'
import { scoreHandlers, scoreJobs } from './scores/index.ts'
import { deleteSheet, listSheets, readSheet, updateSheet } from './sheets.ts'
import { readStatusCounts } from './status-counts.ts'
import { createTable, deleteTable, listTables, readTable, updateTable } from './tables.ts'
import { updateColumn } from './update-column.ts'
import { createSheetVersion, diffSheetVersions, listSheetVersions, readSheetVersion } from './versions.ts'
import { updateCells } from './write-cells.ts'

export { addTraceToSheet } from './imports/add-trace.ts'
export { csvSource, readHeader } from './imports/csv-source.ts'
export { ImportFailure } from './imports/import-failure.ts'
export { jsonSource } from './imports/json-source.ts'
export type { ImportSource } from './imports/source.ts'
export { isCsv, isJson } from './imports/source-of.ts'
export { listenToOperations } from './live/listen-to-operations.ts'
export {
  createMigratedTable,
  type MigratedCell,
  type MigratedRow,
} from './migrated-table.ts'
export { startCalculation } from './scorecards/index.ts'
export { leaveFolders as tablesLeaveFolders } from './table-queries.ts'

export const tableHandlers = {
  createTable,
  listTables,
  listTableOverviews,
  readTable,
  updateTable,
  deleteTable,
  listSheets,
  createSheet,
  readSheet,
  updateSheet,
  deleteSheet,
  duplicateSheet,
  duplicateTable,
  readStatusCounts,
  readSheetEvents,
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
  updateCells,
  createOperation,
  forecastOperation,
  listOperations,
  readOperation,
  cancelOperation,
  recalculateCell,
  recalculateCells,
  listSheetVersions,
  createSheetVersion,
  readSheetVersion,
  diffSheetVersions,
  importFile,
  importRequestLogs,
  readSheetImport,
  cancelSheetImport,
  exportSheet,
  compareSheets,
  ...scoreHandlers,
  ...scorecardHandlers,
} satisfies Partial<Handlers>

/** What is calculated in the background. */
export const tableJobs = (context: Context): readonly JobHandler[] => [
  ...cellRuns(context),
  cellsTakenBack(context),
  cachedForgotten(context),
  importSheets(context),
  ...scoreJobs(context),
  ...scorecardJobs(context),
]
