import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { columnWidth, headHeight, numberWidth, rowHeight } from './measures.ts'

export interface Window {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

const rowsAround = 6

/** Which rows and columns are in view. Columns come in pairs, so scrolling sideways draws every row half as often. */
export function useWindow(
  scroller: RefObject<HTMLDivElement | null>,
  rows: number,
  columns: number,
  onShow: (first: number, last: number) => void,
): Window {
  const [window, setWindow] = useState<Window>({ firstRow: 0, lastRow: -1, firstColumn: 0, lastColumn: -1 })
  const look = useCallback(
    (isScroll: boolean) => {
      const next = windowOf(scroller.current!, rows, columns)
      onShow(next.firstRow, next.lastRow)
      const change = () => setWindow((before) => (isSame(before, next) ? before : next))
      // Without it a fast scroll shows nothing until React finds the time.
      if (isScroll) flushSync(change)
      else change()
    },
    [scroller, rows, columns, onShow],
  )
  useLayoutEffect(() => look(false), [look])
  useEffect(() => {
    const element = scroller.current!
    const onScroll = () => look(true)
    const resizing = new ResizeObserver(() => look(false))
    element.addEventListener('scroll', onScroll, { passive: true })
    resizing.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizing.disconnect()
    }
  }, [scroller, look])
  return window
}

function windowOf(
  { scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement,
  rows: number,
  columns: number,
): Window {
  const firstColumn = Math.floor(scrollLeft / columnWidth / 2) * 2
  const lastColumn = Math.floor((scrollLeft + clientWidth - numberWidth) / columnWidth / 2) * 2 + 1
  return {
    firstRow: Math.max(0, Math.floor(scrollTop / rowHeight) - rowsAround),
    lastRow: Math.min(rows - 1, Math.ceil((scrollTop + clientHeight - headHeight) / rowHeight) + rowsAround),
    firstColumn,
    lastColumn: Math.min(columns - 1, lastColumn),
  }
}

const isSame = (one: Window, other: Window): boolean =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.firstColumn === other.firstColumn &&
  one.lastColumn === other.lastColumn
