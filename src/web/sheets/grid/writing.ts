import type { Column } from './column.ts'

/** The maximum number of cells and rows that one step may change. Larger changes are imports or runs. */
export const maxCells = 10_000
export const maxRows = 5_000

export interface CellWrite {
  readonly row: number
  readonly column: Column
  readonly value: unknown
  /** The text of the cell when the edit began. */
  readonly textBefore?: string
}

/** A value for another cell, when a range is filled. */
export interface CellFill {
  readonly row: number
  readonly column: Column
  readonly from: { readonly row: number; readonly column: Column }
}

/** Changes of the grid. Each is shown at once if possible, is one step of undo, and shows its own errors. */
export interface Writing {
  readonly write: (cells: readonly CellWrite[]) => void
  readonly fill: (cells: readonly CellFill[]) => void
  /** `columns` are the visible columns from the first written column to the right. */
  readonly paste: (row: number, columns: readonly Column[], texts: readonly (readonly string[])[]) => void
  readonly insertRows: (at: number, count: number) => void
  readonly duplicateRows: (first: number, last: number) => void
  readonly moveRows: (first: number, last: number, to: number) => void
  readonly deleteRows: (first: number, last: number) => void
  readonly undo: () => void
  readonly redo: () => void
}
