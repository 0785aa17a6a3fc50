/** One sheet in the browser: its rows and columns in the grid, its history, and the stream of its changes. */

import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

export { CellView, Value } from './grid/cell-view.tsx'
export type { Column } from './grid/column.ts'
export { Grid } from './grid/grid.tsx'
export type { Cell, Row } from './grid/row-store.ts'
export type { SelectedCells } from './grid/selected-cells.ts'
export { type SheetLayout, useLayout } from './grid/use-layout.ts'
export type { GridControl } from './grid/use-selection.ts'
export { useUndo } from './grid/use-undo.ts'
export type { Writing } from './grid/writing.ts'
export { firstBaseline, namedBaseline } from './history/baseline.ts'
export {
  nameOf,
  versionsKey,
  versionsQuery,
} from './history/versions.ts'
export { Steps } from './peek/steps.tsx'
export { type PromptVersionOfColumn, runsPrompt, usePromptVersions } from './prompt-versions.ts'
export { rowOfCellQuery, useRowOfCell } from './row/use-row-of-cell.ts'
export { isWholeSheet, type RowFilter, type RowQuery } from './row-query.ts'
export type { LiveState, RunProgress } from './use-live.ts'
export { type ShownSheet, useSheet } from './use-sheet.ts'
export { useWriting } from './use-writing.ts'

/** The peek is loaded when it is first opened. */
export const CellPeek = lazy(async () => ({
  default: (await loadPart(() => import('./peek/cell-peek.tsx'))).CellPeek,
}))
export const RowDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./row/row-drawer.tsx'))).RowDrawer,
}))
export const HistoryPanel = lazy(async () => ({
  default: (await loadPart(() => import('./history/history-panel.tsx'))).HistoryPanel,
}))
export const VersionPreview = lazy(async () => ({
  default: (await loadPart(() => import('./history/version-preview.tsx'))).VersionPreview,
}))
export const WholeValue = lazy(async () => ({
  default: (await loadPart(() => import('./peek/whole-value.tsx'))).WholeValue,
}))
