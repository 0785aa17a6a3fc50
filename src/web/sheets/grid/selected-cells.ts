import type { Column } from './column.ts'

/** What is selected, in the words of the sheet. */
export interface SelectedCells {
  readonly top: number
  readonly bottom: number
  readonly columns: readonly Column[]
}
