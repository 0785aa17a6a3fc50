import type { Json } from '../../json/json.ts'
import type { CellState } from '../states/index.ts'
import { type ColumnScore, ColumnTally, type TallyRules } from './column-tally.ts'
import { meanOfAll } from './mean.ts'
import { RowBitmap } from './row-bitmap.ts'

export interface ScoredCell {
  readonly state: CellState
  readonly value: Json
}

export interface SheetScore {
  readonly kind: 'none' | 'single_column' | 'multi_column'
  /** Mean of the column scores that exist. */
  readonly overall: number | null
  /** In the order of the columns. */
  readonly columns: readonly ColumnScore[]
  readonly totalRows: number
  /** Rows with at least one cell in a column's score; failed cells do not count. */
  readonly scoredRows: number
  readonly excludedRows: number
}

/** A sheet's score, tallied row by row. */
export class SheetTally {
  readonly #columns: readonly { readonly tally: ColumnTally; readonly marks: RowBitmap }[]
  #rows = 0

  constructor(columns: readonly TallyRules[]) {
    this.#columns = columns.map((rules) => ({ tally: new ColumnTally(rules), marks: new RowBitmap() }))
  }

  /** Cells in the order of the columns. */
  addRow(cells: readonly ScoredCell[]): void {
    for (const [index, { tally, marks }] of this.#columns.entries()) {
      const cell = cells[index]
      if (tally.add(cell?.state ?? 'STALE', cell?.value ?? null)) marks.mark(this.#rows)
    }
    this.#rows++
  }

  result(): SheetScore {
    const columns = this.#columns.map(({ tally }) => tally.result())
    const scored = RowBitmap.union(
      this.#columns.flatMap(({ marks }, index) => (columns[index]!.resolved === null ? [] : [marks])),
    )
    const scores = columns.flatMap(({ score }) => (score === null ? [] : [score]))
    const kind = scores.length === 0 ? 'none' : columns.length === 1 ? 'single_column' : 'multi_column'
    return {
      kind,
      overall: meanOfAll(scores),
      columns,
      totalRows: this.#rows,
      scoredRows: scored,
      excludedRows: this.#rows - scored,
    }
  }
}
