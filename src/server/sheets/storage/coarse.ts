import type { RowRange, RowSet } from '../../../engine/sheet/index.ts'

/** Ranges of one set; more are told as fewer that hold them. */
const maxRanges = 64

/** The same rows, or some more between them: never too few, and never many ranges. */
export function coarse(rows: RowSet): RowSet {
  if (rows === 'all' || rows.length <= maxRanges) return rows
  const size = Math.ceil(rows.length / maxRanges)
  const few: RowRange[] = []
  for (let start = 0; start < rows.length; start += size)
    few.push({ from: rows[start]!.from, to: rows[Math.min(start + size, rows.length) - 1]!.to })
  return few
}
