import { type Geometry, widthOf } from './geometry.ts'
import { headHeight } from './measures.ts'
import type { CellPosition } from './moves.ts'

/** Scrolls the shortest distance that shows the whole cell. */
export function scrollIntoPane(
  element: HTMLElement,
  geometry: Geometry,
  { row, column }: CellPosition,
): void {
  const { rowHeight } = geometry
  const top = row * rowHeight
  const height = element.clientHeight - headHeight - rowHeight
  element.scrollTop = Math.min(Math.max(element.scrollTop, top - height), top)
  revealColumn(element, geometry, column)
}

/** Scrolls to a column, unless it is pinned and so always in view. */
export function revealColumn(element: HTMLElement, geometry: Geometry, column: number): void {
  const { lefts, pinned, paneWidth } = geometry
  if (column < pinned || lefts.length < 2) return
  const left = lefts[column]! - paneWidth
  const width = element.clientWidth - paneWidth - widthOf(geometry, column)
  element.scrollLeft = Math.min(Math.max(element.scrollLeft, left - width), left)
}
