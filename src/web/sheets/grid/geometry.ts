import { columnWidth, headHeight, numberWidth } from './measures.ts'
import type { CellPosition } from './moves.ts'

/** Positions of all columns and rows in pixels. Columns are in the order on screen, pinned columns first. */
export interface Geometry {
  readonly rows: number
  readonly rowHeight: number
  /** The number of pinned columns. */
  readonly pinned: number
  /** Left edges of all columns, and the right edge of the last one, in pixels without scrolling. */
  readonly lefts: readonly number[]
  /** The left edge of the part that scrolls. */
  readonly paneWidth: number
}

export function geometryOf(
  widths: readonly (number | undefined)[],
  pinned: number,
  rows: number,
  rowHeight: number,
): Geometry {
  const lefts = [numberWidth]
  for (const width of widths) lefts.push(lefts.at(-1)! + (width ?? columnWidth))
  return { rows, rowHeight, pinned, lefts, paneWidth: lefts[pinned]! }
}

export const widthOf = ({ lefts }: Geometry, column: number): number => lefts[column + 1]! - lefts[column]!

export const totalWidth = ({ lefts }: Geometry): number => lefts.at(-1)!

export const totalHeight = ({ rows, rowHeight }: Geometry): number => headHeight + rows * rowHeight

/** The last column whose left edge is at or before `x`, in pixels without scrolling. */
export function columnAt({ lefts }: Geometry, x: number): number {
  let [low, high] = [0, lefts.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lefts[middle]! <= x) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

interface Scrolled {
  readonly left: number
  readonly top: number
}

/** The cell at a point of the scrolling element; points outside belong to the nearest cell. */
export function positionAt(geometry: Geometry, scrolled: Scrolled, x: number, y: number): CellPosition {
  const row = Math.floor((y - headHeight + scrolled.top) / geometry.rowHeight)
  const column = columnAt(geometry, x < geometry.paneWidth ? x : x + scrolled.left)
  return { row: Math.max(0, Math.min(geometry.rows - 1, row)), column }
}
