import { columnWidth, headHeight, numberWidth } from './measures.ts'
import type { Place } from './moves.ts'

/** Where every column and row stands, in pixels. Columns are numbered as they are shown, pinned ones first. */
export interface Geometry {
  readonly rows: number
  readonly rowHeight: number
  /** How many columns stay when others are scrolled. */
  readonly pinned: number
  /** Of each column and of the end of the last, with nothing scrolled. */
  readonly lefts: readonly number[]
  /** Where what can be scrolled begins. */
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

/** The last column that begins at or before `x`, measured with nothing scrolled. */
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

/** What stands at a point of the element that is scrolled; points outside belong to the nearest cell. */
export function placeAt(geometry: Geometry, scrolled: Scrolled, x: number, y: number): Place {
  const row = Math.floor((y - headHeight + scrolled.top) / geometry.rowHeight)
  const column = columnAt(geometry, x < geometry.paneWidth ? x : x + scrolled.left)
  return { row: Math.max(0, Math.min(geometry.rows - 1, row)), column }
}
