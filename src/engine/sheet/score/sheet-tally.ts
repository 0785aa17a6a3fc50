import type { Json } from '../../columns/json.ts'
import type { CellState } from '../states/index.ts'
import { type ColumnScore, ColumnTally, type TallyRules } from './column-tally.ts'

export interface ScoredCell {
  readonly state: CellState
  readonly value: Json
}

export interface SheetScore {
  readonly kind: 'none' | 'single_column' | 'multi_column'
  /** The mean of the scores of the columns that have one. */
  readonly overall: number | null
  /** In the order of the columns. */
  readonly columns: readonly ColumnScore[]
  readonly totalRows: number
  /** Rows with at least one cell that could be scored. */
  readonly scoredRows: number
  readonly excludedRows: number
}

/** A sheet's score, row by row. */
export class SheetTally {
  readonly #columns: readonly ColumnTally[]
  #rows = 0
  #scored = 0

  constructor(columns: readonly TallyRules[]) {
    this.#columns = columns.map((rules) => new ColumnTally(rules))
  }

  /** Cells in the order of the columns. */
  addRow(cells: readonly ScoredCell[]): void {
    let scored = false
    for (const [at, column] of this.#columns.entries()) {
      const cell = cells[at]
      scored = column.add(cell?.state ?? 'STALE', cell?.value ?? null) || scored
    }
    this.#rows++
    if (scored) this.#scored++
  }

  result(): SheetScore {
    const columns = this.#columns.map((column) => column.result())
    const scores = columns.flatMap(({ score }) => (score === null ? [] : [score]))
    const kind = scores.length === 0 ? 'none' : columns.length === 1 ? 'single_column' : 'multi_column'
    return {
      kind,
      overall: scores.length === 0 ? null : scores.reduce((a, b) => a + b, 0) / scores.length,
      columns,
      totalRows: this.#rows,
      scoredRows: this.#scored,
      excludedRows: this.#rows - this.#scored,
    }
  }
}
