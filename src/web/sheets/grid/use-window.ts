import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { columnAt, type Geometry } from './geometry.ts'
import { headHeight } from './measures.ts'

export interface Window {
  readonly firstRow: number
  readonly lastRow: number
  /** The rendered range of the scrolling columns; pinned columns are always rendered. */
  readonly firstColumn: number
  readonly lastColumn: number
}

const rowsAround = 6
const emptyWindow: Window = { firstRow: 0, lastRow: -1, firstColumn: 0, lastColumn: -1 }

/**
 * The rows and columns to render. Columns are added in pairs, so that scrolling sideways renders half as
 * often.
 */
export function useWindow(
  scroller: RefObject<HTMLDivElement | null>,
  geometry: Geometry,
  onShow: (first: number, last: number) => void,
): Window {
  const [window, setWindow] = useState<Window>(emptyWindow)
  const update = useCallback(
    (isScroll: boolean) => {
      const next = windowOf(scroller.current!, geometry)
      onShow(next.firstRow, next.lastRow)
      const change = () => setWindow((before) => (isSame(before, next) ? before : next))
      // A scroll renders at once, because during a fast scroll React would render too late.
      if (isScroll) flushSync(change)
      else change()
    },
    [scroller, geometry, onShow],
  )
  useLayoutEffect(() => update(false), [update])
  useEffect(() => {
    const element = scroller.current!
    const onScroll = () => update(true)
    const resizing = new ResizeObserver(() => update(false))
    element.addEventListener('scroll', onScroll, { passive: true })
    resizing.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizing.disconnect()
    }
  }, [scroller, update])
  // The state is a frame old, and the sheet may have fewer rows and columns now.
  const { rows, lefts, pinned } = geometry
  return {
    firstRow: window.firstRow,
    lastRow: Math.min(window.lastRow, rows - 1),
    firstColumn: Math.max(window.firstColumn, pinned),
    lastColumn: Math.min(window.lastColumn, lefts.length - 2),
  }
}

function windowOf(
  { scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement,
  geometry: Geometry,
): Window {
  const { rows, rowHeight, pinned, lefts, paneWidth } = geometry
  const columns = lefts.length - 1
  const firstInView = columnAt(geometry, paneWidth + scrollLeft)
  const lastInView = columnAt(geometry, clientWidth + scrollLeft)
  return {
    firstRow: Math.max(0, Math.floor(scrollTop / rowHeight) - rowsAround),
    lastRow: Math.min(rows - 1, Math.ceil((scrollTop + clientHeight - headHeight) / rowHeight) + rowsAround),
    firstColumn: Math.max(pinned, firstInView - (firstInView % 2)),
    lastColumn: Math.min(columns - 1, lastInView + 1 - (lastInView % 2)),
  }
}

const isSame = (left: Window, right: Window): boolean =>
  left.firstRow === right.firstRow &&
  left.lastRow === right.lastRow &&
  left.firstColumn === right.firstColumn &&
  left.lastColumn === right.lastColumn
