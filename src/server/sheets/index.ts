import type { Context } from '../context.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import { cellRuns } from '../runs/batch-run.ts'
import { cancelOperation } from '../runs/cancel-operation.ts'
import { forecastOperation } from '../runs/forecast-operation.ts'
import { cachedForgotten } from '../runs/forget-cached.ts'
import { createOperation, listOperations, readOperation } from '../runs/operations.ts'
import { recalculateCell, recalculateCells } from '../runs/recalculate-cells.ts'
import { cellsTakenBack } from '../runs/take-back.ts'
import { compareSheets } from '../scoring/comparisons/compare-sheets.ts'
import { scorecardHandlers, scorecardJobs } from '../scoring/scorecards/index.ts'
import { scoreHandlers, scoreJobs } from '../scoring/scores/index.ts'
import { exportSheet } from '../sheet-files/exports/export-sheet.ts'
import { importFile } from '../sheet-files/imports/import-file.ts'
import { importRequestLogs } from '../sheet-files/imports/import-request-logs.ts'
import { cancelSheetImport, readSheetImport } from '../sheet-files/imports/operations.ts'
import { importSheets } from '../sheet-files/imports/run-import.ts'
import { readCell, updateCell } from './cells/cells.ts'
import { updateCells } from './cells/write-cells.ts'
import { listColumns } from './columns/columns.ts'
import { createColumn } from './columns/create-column.ts'
import { deleteColumn } from './columns/delete-column.ts'
import { duplicateColumn } from './columns/duplicate-column.ts'
import { updateColumn } from './columns/update-column.ts'
import { readSheetEvents } from './live/read-sheet-events.ts'
import { listTableOverviews } from './overviews/list-overviews.ts'
import { addRows } from './rows/add-rows.ts'
import { deleteRows, moveRows } from './rows/change-rows.ts'
import { listRows } from './rows/list-rows.ts'
import { readStatusCounts } from './storage/status-counts.ts'
import { createSheet } from './tables/create-sheet.ts'
import { duplicateSheet } from './tables/duplicate-sheet.ts'
import { duplicateTable } from './tables/duplicate-table.ts'
import { deleteSheet, listSheets, readSheet, updateSheet } from './tables/sheets.ts'
import { createTable, deleteTable, listTables, readTable, updateTable } from './tables/tables.ts'
import {
  createSheetVersion,
  diffSheetVersions,
  listSheetVersions,
  readSheetVersion,
} from './versions/versions.ts'

export { listenToOperations } from '../runs/listen-to-operations.ts'
export { startCalculation } from '../scoring/scorecards/index.ts'
export { addTraceToSheet } from '../sheet-files/imports/add-trace.ts'
export { csvSource, readHeader } from '../sheet-files/imports/csv-source.ts'
export { ImportFailure } from '../sheet-files/imports/import-failure.ts'
export { jsonSource } from '../sheet-files/imports/json-source.ts'
export type { ImportSource } from '../sheet-files/imports/source.ts'
export { isCsv, isJson } from '../sheet-files/imports/source-of.ts'
export { leaveFolders as tablesLeaveFolders } from './storage/table-queries.ts'
export {
  createMigratedTable,
  type MigratedCell,
  type MigratedRow,
} from './tables/migrated-table.ts'

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
