import type { RowSet } from '../rows/index.ts'

/** Cells of one column. */
export interface CellRange {
  readonly column: string
  readonly sheet: string
  readonly rows: RowSet
}

/** What a change does to computed cells, as ranges in the order in which the columns compute. */
export interface Effects {
  /** Cells of which an input has another value, or is stale: they are stale, and a run of them is void. */
  readonly stale: readonly CellRange[]
  /** Cells of columns that compute something else now: as `stale`, and their hash is void. They are not in `stale` too. */
  readonly reconfigured: readonly CellRange[]
  /** Cells that are new; they begin as NEW_CELL, of human columns as awaiting. */
  readonly created: readonly CellRange[]
  /** Cells to queue at once: only what a created column brings. */
  readonly queue: readonly CellRange[]
}

export const NO_EFFECTS: Effects = { stale: [], reconfigured: [], created: [], queue: [] }
