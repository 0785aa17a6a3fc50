import type { RowRange, RowSet } from '../../../engine/sheet/index.ts'

/** Maximum ranges of a set; if there are more, neighbours are merged. */
const maxRanges = 64

/** Returns a set that contains all the rows, with a bounded number of ranges. */
export function mergeRanges(rows: RowSet): RowSet {
  if (rows === 'all' || rows.length <= maxRanges) return rows
  const size = Math.ceil(rows.length / maxRanges)
  const merged: RowRange[] = []
  for (let start = 0; start < rows.length; start += size)
    merged.push({ from: rows[start]!.from, to: rows[Math.min(start + size, rows.length) - 1]!.to })
  return merged
}
