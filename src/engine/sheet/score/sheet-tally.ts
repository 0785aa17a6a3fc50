import type { Json } from '../../json/json.ts'
import type { CellState } from '../states/index.ts'
import { type ColumnScore, ColumnTally, type TallyRules } from './column-tally.ts'
import { meanOfAll } from './mean.ts'

const firstBytes = 64

/** A set of row indexes, as a bitmap. */
class RowBitmap {
  #bytes = new Uint8Array(firstBytes)

  mark(row: number): void {
    const byteIndex = row >> 3
    if (byteIndex >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(byteIndex + 1, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[byteIndex]! |= 1 << (row & 7)
  }

  /** Number of rows that are in at least one set. */
  static union(all: readonly RowBitmap[]): number {
    const longest = Math.max(0, ...all.map((marks) => marks.#bytes.length))
    let count = 0
    for (let index = 0; index < longest; index++) {
      let bits = 0
      for (const marks of all) bits |= marks.#bytes[index] ?? 0
      for (; bits !== 0; bits &= bits - 1) count++
    }
    return count
  }
}

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
