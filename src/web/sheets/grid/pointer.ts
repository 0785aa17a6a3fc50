import { type Geometry, positionAt } from './geometry.ts'
import { headHeight } from './measures.ts'
import type { CellPosition } from './moves.ts'

/** Follows the pointer until it is released, also outside the element. */
export function follow(onMove: (event: PointerEvent) => void, onEnd: () => void): void {
  const end = () => {
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
    onEnd()
  }
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}

export function positionUnder(element: HTMLElement, geometry: Geometry, x: number, y: number): CellPosition {
  const box = element.getBoundingClientRect()
  const scrolled = { left: element.scrollLeft, top: element.scrollTop }
  return positionAt(geometry, scrolled, x - box.left, y - box.top)
}

/** Follows the pointer over cells. Beyond an edge the grid scrolls, faster with the distance. */
export function followCells(
  element: HTMLElement,
  geometry: Geometry,
  onCell: (position: CellPosition) => void,
  onEnd: () => void,
): void {
  let point: { readonly x: number; readonly y: number } | undefined
  const update = () => {
    if (point) {
      const box = element.getBoundingClientRect()
      element.scrollTop += overshoot(point.y, box.top + headHeight, box.top + element.clientHeight)
      element.scrollLeft += overshoot(point.x, box.left + geometry.paneWidth, box.left + element.clientWidth)
      onCell(positionUnder(element, geometry, point.x, point.y))
    }
    frame = requestAnimationFrame(update)
  }
  let frame = requestAnimationFrame(update)
  follow(
    ({ clientX, clientY }) => {
      point = { x: clientX, y: clientY }
    },
    () => {
      cancelAnimationFrame(frame)
      if (point) onCell(positionUnder(element, geometry, point.x, point.y))
      onEnd()
    },
  )
}

const overshoot = (position: number, first: number, last: number): number =>
  position < first ? position - first : position > last ? position - last : 0
