import { type RefObject, useEffect, useRef } from 'react'
import { type Geometry, widthOf } from './geometry.ts'
import { revealColumn } from './reveal.ts'

/** Keeps the active cell in view when a panel opens beside the grid. */
export function useKeptInView(
  scroller: RefObject<HTMLDivElement | null>,
  geometry: Geometry,
  column: number,
): void {
  const latest = useRef({ geometry, column })
  latest.current = { geometry, column }
  useEffect(() => {
    const element = scroller.current!
    let width = element.clientWidth
    const resizing = new ResizeObserver(() => {
      const before = width
      width = element.clientWidth
      const { geometry, column } = latest.current
      const left = (geometry.lefts[column] ?? 0) - element.scrollLeft
      const wasInView = left < before && left + widthOf(geometry, column) > geometry.paneWidth
      if (width < before && wasInView) revealColumn(element, geometry, column)
    })
    resizing.observe(element)
    return () => resizing.disconnect()
  }, [scroller])
}
