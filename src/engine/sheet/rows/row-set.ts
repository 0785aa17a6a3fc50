/** Row indexes from `from` to before `to`, counted from 0. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * Rows of one sheet: all, or disjoint ranges in ascending order that do not touch. One edited cell is one range,
 * and so are 100,000 imported rows.
 */
export type RowSet = 'all' | readonly RowRange[]

export const oneRow = (row: number): RowSet => [{ from: row, to: row + 1 }]

export const rowsBetween = (from: number, to: number): RowSet => (from < to ? [{ from, to }] : [])

/** Indexes in any order, with or without repeats. */
export function rowsOf(indexes: Iterable<number>): RowSet {
  return merged([...indexes].map((row) => ({ from: row, to: row + 1 })))
}

export function union(a: RowSet, b: RowSet): RowSet {
  if (a === 'all' || b === 'all') return 'all'
  if (a.length === 0) return b
  return b.length === 0 ? a : merged([...a, ...b])
}

export function intersection(a: RowSet, b: RowSet): RowSet {
  if (a === 'all') return b
  if (b === 'all') return a
  const common: RowRange[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from = Math.max(a[i]!.from, b[j]!.from)
    const to = Math.min(a[i]!.to, b[j]!.to)
    if (from < to) common.push({ from, to })
    if (a[i]!.to < b[j]!.to) i++
    else j++
  }
  return common
}

export const isEmpty = (rows: RowSet): boolean => rows !== 'all' && rows.length === 0

/** Number of selected rows in a sheet of `rowCount` rows. */
export function countRows(rows: RowSet, rowCount: number): number {
  if (rows === 'all') return rowCount
  return rows.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, rowCount) - from), 0)
}

/** Indexes in ascending order. */
export function* eachRow(rows: RowSet, rowCount: number): Generator<number> {
  const ranges = rows === 'all' ? [{ from: 0, to: rowCount }] : rows
  for (const { from, to } of ranges) for (let row = from; row < to && row < rowCount; row++) yield row
}

function merged(ranges: RowRange[]): RowSet {
  ranges.sort((a, b) => a.from - b.from)
  const result: RowRange[] = []
  for (const { from, to } of ranges) {
    const last = result.at(-1)
    if (last && from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else result.push({ from, to })
  }
  return result
}
