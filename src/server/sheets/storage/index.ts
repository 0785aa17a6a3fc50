/** Sheets as they are stored: columns, rows, cells, history, recorded changes, and the moves of a cell. */

export { noCell, noSheet } from './absent.ts'
export { cellAddressOf, cellIdOf } from './cell-id.ts'
export { isMovable, type MoveTexts, moveCondition, moveSet, moveText, stateIs } from './cell-move-queries.ts'
export { selectCells } from './cell-queries.ts'
export { appendChanges, changesAfter } from './change-queries.ts'
export { sheetsChangedSince } from './changed-since-queries.ts'
export { selectColumns, selectingColumns } from './column-queries.ts'
export { configOf, typeOf } from './column-types.ts'
export {
  cellsAt,
  columnsAt,
  rowIdsWithChangedCells,
  rowIdsWithChangedTexts,
  rowsAfter,
  rowsByIdAt,
} from './content-queries.ts'
export { countStates } from './count-states.ts'
export { getTable } from './get-table.ts'
export { preserveCellsOfRun, preserveStaleCells, preserveStaleCellsOfRun } from './history-queries.ts'
export {
  getSheet,
  type LoadedSheet,
  loadForChange,
  loadSheet,
  loadSheetByNumber,
  type SheetAddress,
  withColumnsChanged,
} from './load-sheet.ts'
export { type CellContent, presentCell, presentSheet, type RequestMetrics } from './present.ts'
export { promptUseOf } from './prompt-use.ts'
export { type RecordedChange, recordCells, recordOperation, recordPart } from './record-changes.ts'
export { RowOrder } from './row-order.ts'
export { insertSheetRows, selectRowPositions, selectRowsAt, selectRowsById } from './row-queries.ts'
export { runEffects } from './run-effects.ts'
export { saveVersionOf } from './save-version.ts'
export {
  beginChangeByNumber,
  beginningChange,
  beginningPredicted,
  findTableOf,
  selectSheetsByNumber,
  updateSheetRow,
} from './sheet-queries.ts'
export { systemColumnsOf } from './system-columns.ts'
export { findTable } from './table-queries.ts'
export { traceMetrics } from './trace-metrics.ts'
export { isUnderWay } from './under-way.ts'
export { readUuid } from './uuid.ts'
export { parseTexts, type Texts } from './values.ts'
