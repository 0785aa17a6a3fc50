import type { Column } from './column.ts'

/** The selection as rows and columns of the sheet. */
export interface SelectedCells {
  readonly top: number
  readonly bottom: number
  readonly columns: readonly Column[]
}
