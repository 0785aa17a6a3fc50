import type { Column } from './column.ts'

/** What one step may change; what is more is an import, or a run. */
export const mostCells = 10_000
export const mostRows = 5_000

export interface CellWrite {
  readonly row: number
  readonly column: Column
  readonly value: unknown
  /** What the cell showed when somebody began to write in it. */
  readonly seen?: string
}

/** A cell's value that is filled into others. */
export interface CellFill {
  readonly row: number
  readonly column: Column
  readonly from: { readonly row: number; readonly column: Column }
}

/** What the grid has done to the sheet. Each is shown at once where it can be, is one step to undo, and tells by itself what went wrong. */
export interface Writing {
  readonly write: (cells: readonly CellWrite[]) => void
  readonly fill: (cells: readonly CellFill[]) => void
  /** `columns` are those from the place on to the right, as they are shown. */
  readonly paste: (row: number, columns: readonly Column[], texts: readonly (readonly string[])[]) => void
  readonly insertRows: (at: number, count: number) => void
  readonly duplicateRows: (first: number, last: number) => void
  readonly moveRows: (first: number, last: number, to: number) => void
  readonly deleteRows: (first: number, last: number) => void
  readonly undo: () => void
  readonly redo: () => void
}
