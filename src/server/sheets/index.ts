/** Tables and their sheets: columns, rows, cells, saved versions, and the stream of their changes. */
import type { Handlers } from '../http/handler.ts'
import { readCell, updateCell } from './cells/cells.ts'
import { updateCells } from './cells/write-cells.ts'
import { listColumns } from './columns/columns.ts'
import { createColumn } from './columns/create-column.ts'
import { deleteColumn } from './columns/delete-column.ts'
import { duplicateColumn } from './columns/duplicate-column.ts'
import { updateColumn } from './columns/update-column.ts'
import { readSheetEvents } from './live/read-sheet-events.ts'
import { listLatestTableOverviews } from './overviews/latest-overviews.ts'
import { listTableOverviews } from './overviews/list-overviews.ts'
import type { SheetPorts } from './ports.ts'
import { addRows } from './rows/add-rows.ts'
import { deleteRows, moveRows } from './rows/change-rows.ts'
import { groupRows } from './rows/group-rows.ts'
import { listRows } from './rows/list-rows.ts'
import { queryRows } from './rows/query-rows.ts'
import { readDistributions } from './rows/read-distributions.ts'
import { readPromptVersions } from './rows/read-prompt-versions.ts'
import { deleteSheet, listDeletedSheets, restoreSheet } from './tables/delete-sheet.ts'
import { deleteTable, listDeletedTables, restoreTable } from './tables/delete-table.ts'
import { duplicateSheet } from './tables/duplicate-sheet.ts'
import { duplicateTable } from './tables/duplicate-table.ts'
import { listSheets, readSheet, updateSheet } from './tables/sheets.ts'
import { createTable, listTables, readTable, updateTable } from './tables/tables.ts'
import {
  createSheetVersion,
  diffSheetVersions,
  listSheetVersions,
  readSheetVersion,
} from './versions/versions.ts'
import { sheetViewHandlers } from './views/sheet-views.ts'

export { firstRows, rowsOfNextPiece } from './cells/full-page.ts'
export { computedContent, type IndexedRow, type RowCells, readCells, withIndex } from './cells/read-cells.ts'
export { type AddedColumns, addColumns } from './columns/add-columns.ts'
export { maxColumns } from './columns/columns.ts'
export { saveColumn } from './columns/save-columns.ts'
export type { StoredChange } from './live/gather-changes.ts'
export type {
  LatestRun,
  LatestScore,
  LatestTable,
  RunProgress,
  RunStates,
  SheetPorts,
  StoppedWork,
  VersionScore,
} from './ports.ts'
export { maxRows } from './rows/add-rows.ts'
export { conditionsNow, type RowFilter } from './rows/conditions-of.ts'
export { eraseRows } from './rows/erase-rows.ts'
export { cellsOf } from './rows/list-rows.ts'
export { readRowIndexes } from './rows/row-indexes.ts'
export { scanRows } from './rows/scan-rows.ts'
export { addSheet, lockTable } from './tables/add-sheet.ts'
export { withNewIds } from './tables/copy-columns.ts'
export { createBlankSheet } from './tables/create-sheet.ts'
export { createFilledTable, type FilledCell, type FilledRow } from './tables/filled-table.ts'
export { getVersion } from './versions/get-version.ts'
export { type SnapshotRow, SnapshotRows } from './versions/snapshot-rows.ts'

export const sheetHandlers = (ports: SheetPorts) =>
  ({
    createTable,
    listTables,
    listTableOverviews: listTableOverviews(ports),
    listLatestTableOverviews: listLatestTableOverviews(ports),
    readTable,
    updateTable,
    deleteTable: deleteTable(ports),
    listDeletedTables,
    restoreTable: restoreTable(ports),
    listSheets,
    readSheet,
    ...sheetViewHandlers,
    updateSheet,
    deleteSheet: deleteSheet(ports),
    listDeletedSheets,
    restoreSheet: restoreSheet(ports),
    duplicateSheet: duplicateSheet(ports),
    duplicateTable: duplicateTable(ports),
    readSheetEvents: readSheetEvents(ports),
    listColumns,
    createColumn: createColumn(ports),
    updateColumn: updateColumn(ports),
    deleteColumn: deleteColumn(ports),
    duplicateColumn,
    listRows,
    queryRows,
    groupRows,
    readDistributions,
    readPromptVersions,
    addRows,
    deleteRows,
    moveRows,
    readCell,
    updateCell,
    updateCells,
    listSheetVersions: listSheetVersions(ports),
    createSheetVersion: createSheetVersion(ports),
    readSheetVersion: readSheetVersion(ports),
    diffSheetVersions,
  }) satisfies Partial<Handlers>
