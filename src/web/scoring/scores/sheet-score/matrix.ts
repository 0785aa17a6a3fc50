import type { SheetScoreAnswer } from './score-draft.ts'

type Cell = NonNullable<SheetScoreAnswer['score_matrix']>[number][number]

export interface MatrixCell {
  readonly text: string
  readonly isNumber: boolean
  /** Whether the value is good; null if the code does not say. */
  readonly isGood: boolean | null
}

export interface Matrix {
  readonly title: string | null
  readonly head: readonly MatrixCell[]
  readonly rows: readonly (readonly MatrixCell[])[]
}

/** A matrix as a table: the first row is the head; an extra field in it is the title. */
export function matrixOf(rows: readonly (readonly Cell[])[]): Matrix {
  const [first = [], ...rest] = rows
  const widest = Math.max(0, ...rest.map(({ length }) => length))
  const hasTitle = rest.length > 0 && first.length === widest + 1
  return {
    title: hasTitle ? cellOf(first[0]!).text : null,
    head: (hasTitle ? first.slice(1) : first).map(cellOf),
    rows: rest.map((row) => row.map(cellOf)),
  }
}

function cellOf(cell: Cell): MatrixCell {
  if (typeof cell === 'object' && cell !== null) return { ...plain(cell.value), isGood: cell.positive_metric }
  return { ...plain(cell), isGood: null }
}

function plain(value: unknown): Omit<MatrixCell, 'isGood'> {
  if (typeof value === 'number')
    return { text: value.toLocaleString('en', { maximumFractionDigits: 3 }), isNumber: true }
  if (value === null || value === undefined) return { text: '', isNumber: false }
  return { text: typeof value === 'string' ? value : JSON.stringify(value), isNumber: false }
}
