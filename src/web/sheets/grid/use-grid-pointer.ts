import type { PointerEvent, RefObject } from 'react'
import { extendRange } from './fill.ts'
import type { Geometry } from './geometry.ts'
import { type CellPosition, isInRange, oneCell, type Range, type Selection, wholeRows } from './moves.ts'
import { followCells } from './pointer.ts'

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly size: { readonly rows: number; readonly columns: number }
  readonly selection: Selection
  readonly range: Range
  readonly focus: () => void
  readonly go: (position: CellPosition, extend: boolean) => void
  readonly select: (selection: Selection) => void
  readonly setSelection: (selection: Selection) => void
  /** Called with the range that a release of the pointer would fill, and with null when the drag ends. */
  readonly onFilling: (range: Range | null) => void
  readonly onFill: (source: Range, target: Range) => void
}

/** Pointer actions of the grid: on cells, row numbers and the fill handle. */
export function useGridPointer(grid: Options): (event: PointerEvent) => void {
  const { scroller, geometry, size, selection, range, focus, go, select, setSelection } = grid

  const drag = (event: PointerEvent, onCell: (position: CellPosition) => void) => {
    if (event.button === 0) followCells(scroller.current!, geometry, onCell, () => undefined)
  }

  const fill = () => {
    let to = range
    const onCell = (over: CellPosition) => {
      to = extendRange(range, over)
      grid.onFilling(to)
    }
    followCells(scroller.current!, geometry, onCell, () => {
      grid.onFilling(null)
      grid.onFill(range, to)
    })
  }

  return (event) => {
    const target = event.target as Element
    if (target.closest('button, textarea')) return
    const cell = positionOf(target)
    const number = target.closest<HTMLElement>('[data-number]')?.dataset['number']
    if (!cell && number === undefined) return
    focus()
    if (target.closest('[data-corner]')) return fill()
    const keepsSelection = event.button !== 0 && isInRange(range, cell ?? { row: Number(number), column: 0 })
    if (keepsSelection) return
    if (cell) {
      go(cell, event.shiftKey)
      const { anchor } = event.shiftKey ? selection : oneCell(cell)
      drag(event, (to) => setSelection({ anchor, active: to }))
    } else {
      const row = Number(number)
      const from = event.shiftKey ? selection.anchor.row : row
      select(wholeRows(from, row, size))
      drag(event, (to) => setSelection(wholeRows(from, to.row, size)))
    }
  }
}

export function positionOf(target: Element): CellPosition | null {
  const cell = target.closest<HTMLElement>('[data-row]')
  return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}
