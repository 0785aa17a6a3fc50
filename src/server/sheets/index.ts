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
import { listTableOverviews } from './overviews/list-overviews.ts'
import type { SheetPorts } from './ports.ts'
import { addRows } from './rows/add-rows.ts'
import { deleteRows, moveRows } from './rows/change-rows.ts'
import { listRows } from './rows/list-rows.ts'
import { queryRows } from './rows/query-rows.ts'
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

export { firstRows, maxRowsAtOnce, pieceSize, rowsThatFit } from './cells/full-page.ts'
export { computed, type IndexedRow, type RowCells, readCells, withIndex } from './cells/read-cells.ts'
export { maxColumns, refuseTooManyColumns } from './columns/columns.ts'
export { healReaders, saveHealed } from './columns/heal-readers.ts'
export { saveColumn } from './columns/save-columns.ts'
export { textColumnsOf } from './columns/text-columns.ts'
export type { KeptChange } from './live/gather-changes.ts'
export type {
  LatestRun,
  LatestScore,
  RunProgress,
  ScoreProgress,
  SheetPorts,
  StoppedWork,
  VersionScore,
} from './ports.ts'
export { maxRows } from './rows/add-rows.ts'
export { cellsOf } from './rows/list-rows.ts'
export { readRowIndexes } from './rows/row-indexes.ts'
export { scanRows } from './rows/scan-rows.ts'
export { noCell, noSheet, noTable, noVersion } from './storage/absent.ts'
export { cellAddressOf, cellIdOf } from './storage/cell-id.ts'
export {
  isMovable,
  type MoveTexts,
  moveCondition,
  moveSet,
  moveText,
  stateIs,
} from './storage/cell-move-queries.ts'
export { selectCells } from './storage/cell-queries.ts'
export { appendChanges, changesAfter } from './storage/change-queries.ts'
export { insertColumns, selectColumns, selectingColumns } from './storage/column-queries.ts'
export { configOf, typeOf } from './storage/column-types.ts'
export {
  cellsAt,
  columnsAt,
  rowsAt,
  rowsBehind,
  rowsOfTouchedCells,
  rowsTouched,
} from './storage/content-queries.ts'
export { countStates } from './storage/count-states.ts'
export {
  preserveCellsOfRun,
  preserveStaleCells,
  preserveStaleCellsOfRun,
} from './storage/history-queries.ts'
export {
  getSheet,
  type LoadedSheet,
  loadForChange,
  loadSheet,
  loadSheetByNumber,
  type SheetAddress,
  withColumnsChanged,
} from './storage/load-sheet.ts'
export { type CellContent, presentCell, presentSheet, type RequestMetrics } from './storage/present.ts'
export { promptUseOf } from './storage/prompt-use.ts'
export { type RecordedChange, recordCells, recordOperation, recordPart } from './storage/record-changes.ts'
export { RowOrder } from './storage/row-order.ts'
export {
  insertRows,
  selectRowPositions,
  selectRowsAt,
  selectRowsById,
} from './storage/row-queries.ts'
export { runEffects } from './storage/run-effects.ts'
export { saveVersion } from './storage/save-version.ts'
export {
  beginChangeByNumber,
  beginningChange,
  beginningPredicted,
  findTableOf,
  insertSheet,
  selectSheetsByNumber,
  selectSheetsOf,
  updateSheetRow,
} from './storage/sheet-queries.ts'
export { systemColumnsOf } from './storage/system-columns.ts'
export { changeTable, findTable } from './storage/table-queries.ts'
export { unusedTitle } from './storage/titles.ts'
export { traceMetrics } from './storage/trace-metrics.ts'
export { isUnderWay } from './storage/under-way.ts'
export { readUuid } from './storage/uuid.ts'
export { parseTexts, type Texts } from './storage/values.ts'
export { findVersionById } from './storage/version-queries.ts'
export { renamed } from './tables/copy-columns.ts'
export { createBlankSheet } from './tables/create-sheet.ts'
export { createFilledTable, type FilledCell, type FilledRow } from './tables/filled-table.ts'
export { moveSheet } from './tables/move-sheet.ts'
export { newSheet } from './tables/new-sheet.ts'

export const sheetHandlers = (ports: SheetPorts) =>
  ({
    createTable,
    listTables,
    listTableOverviews: listTableOverviews(ports),
    readTable,
    updateTable,
    deleteTable: deleteTable(ports),
    listSheets,
    readSheet,
    updateSheet,
    deleteSheet: deleteSheet(ports),
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
