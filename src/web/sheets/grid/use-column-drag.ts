import { type PointerEvent, type RefObject, useState } from 'react'
import type { Column } from './column.ts'
import { fittingWidth } from './fitting-width.ts'
import { columnAt, type Geometry, widthOf } from './geometry.ts'
import { type Layout, withMoved, withWidth } from './layout.ts'
import { follow } from './pointer.ts'
import type { RowStore } from './row-store.ts'
import type { ShownSheetLayout } from './use-layout.ts'
import type { Window } from './use-window.ts'

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly store: RowStore
  readonly columns: readonly Column[]
  readonly shown: readonly Column[]
  readonly geometry: Geometry
  readonly window: Window
  readonly layout: ShownSheetLayout
  /** Called for a click on the head without a drag. */
  readonly onSelect: (column: number, extend: boolean) => void
}

/** A shorter movement, in pixels, is a click. */
const minDragDistance = 5

/** Resizes and moves columns by their heads. */
export function useColumnDrag({
  scroller,
  store,
  columns,
  shown,
  geometry,
  window,
  layout: ownLayout,
  onSelect,
}: Options) {
  const [target, setTarget] = useState<number>()
  const { layout, change } = ownLayout

  const resize = (event: PointerEvent, index: number) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const { id, title } = shown[index]!
    const [from, width] = [event.clientX, widthOf(geometry, index)]
    let next: Layout = layout
    follow(
      ({ clientX }) => {
        next = withWidth(layout, id, width + clientX - from)
        change(next, null)
      },
      () => next !== layout && change(next, `width of ${title}`, layout),
    )
  }

  const autoSize = ({ id, title }: Column) => {
    const rows = Array.from(
      { length: Math.max(0, window.lastRow - window.firstRow + 1) },
      (_none, by) => window.firstRow + by,
    )
    const texts = rows.map((row) => store.text(row, id) || (store.cell(row, id)?.error_message ?? ''))
    change(withWidth(layout, id, fittingWidth(scroller.current!, title, texts)), `width of ${title}`)
  }

  const grip = (event: PointerEvent, index: number) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    const isPinned = index < geometry.pinned
    const [first, end] = isPinned ? [0, geometry.pinned] : [geometry.pinned, shown.length]
    const from = event.clientX
    const extend = event.shiftKey
    let to: number | undefined
    follow(
      ({ clientX }) => {
        if (to === undefined && Math.abs(clientX - from) < minDragDistance) return
        const element = scroller.current!
        const inside = clientX - element.getBoundingClientRect().left
        const x = isPinned ? inside : inside + element.scrollLeft
        const over = columnAt(geometry, x)
        const isBehind = x > geometry.lefts[over]! + widthOf(geometry, over) / 2
        to = Math.max(first, Math.min(end, over + Number(isBehind)))
        setTarget(to)
      },
      () => {
        setTarget(undefined)
        if (to === undefined) return onSelect(index, extend)
        if (to === index || to === index + 1) return
        const { id, title } = shown[index]!
        const before = to < end ? shown[to]!.id : null
        change(withMoved(layout, columns, id, before), `${title} moved`)
      },
    )
  }

  return { target, resize, autoSize, grip }
}
