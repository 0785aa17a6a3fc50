import type { RowSet } from '../rows/index.ts'

/** Cells of one column. */
export interface CellRange {
  readonly column: string
  readonly sheet: string
  readonly rows: RowSet
}

/** Effects of a change on computed cells, as ranges in topological order. */
export interface Effects {
  /** Cells with a changed or stale input: they become stale, and their runs are void. */
  readonly stale: readonly CellRange[]
  /** Cells of columns with another definition: as `stale`, and their hash is void. Disjoint from `stale`. */
  readonly reconfigured: readonly CellRange[]
  /** New cells; they start as NEW_CELL, cells of human columns as awaiting. */
  readonly created: readonly CellRange[]
  /** Cells to queue at once: only those of created columns. */
  readonly queue: readonly CellRange[]
}

export const NO_EFFECTS: Effects = { stale: [], reconfigured: [], created: [], queue: [] }
