import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import type { Column } from './column.ts'
import type { Geometry } from './geometry.ts'
import { type CellPosition, clampToBounds, oneCell, rangeOf, type Selection } from './moves.ts'
import { scrollIntoPane } from './reveal.ts'
import type { SelectedCells } from './selected-cells.ts'

/** Commands that other components can send to the grid. */
export interface GridControl {
  /** Makes a cell of the row the active cell: in the given column, or in the current one. */
  go(row: number, column?: string): void
  /** Makes the cell of the column in the active row the active cell. */
  goToColumn(column: string): void
}

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly rowCount: number
  readonly columns: readonly Column[]
  readonly control: Ref<GridControl> | undefined
  readonly onMove: (row: number, column: Column) => void
  readonly onSelection: ((selected: SelectedCells) => void) | undefined
}

/** The active cell and the range around it. Both stay within the rows and columns that the grid has now. */
export function useSelection({ scroller, geometry, rowCount, columns, control, ...on }: Options) {
  const [selection, setSelection] = useState<Selection>(() => oneCell({ row: 0, column: 0 }))
  const size = { rows: rowCount, columns: columns.length }
  const active = clampToBounds(selection.active, size)
  const range = rangeOf(active, clampToBounds(selection.anchor, size))
  const select = (next: Selection) => {
    setSelection(next)
    const to = clampToBounds(next.active, size)
    const under = columns[to.column]
    if (under) on.onMove(to.row, under)
  }
  const go = (target: CellPosition, extend = false) => {
    const to = clampToBounds(target, size)
    select({ active: to, anchor: extend ? selection.anchor : to })
    scrollIntoPane(scroller.current!, geometry, to)
  }
  useImperativeHandle(control, () => ({
    go(row, columnId) {
      const index = columns.findIndex((other) => other.id === columnId)
      go({ row, column: index < 0 ? active.column : index })
    },
    goToColumn(columnId) {
      const index = columns.findIndex((other) => other.id === columnId)
      if (index >= 0) go({ row: active.row, column: index })
    },
  }))
  const { top, bottom, left, right } = range
  // biome-ignore lint/correctness/useExhaustiveDependencies: onSelection is another function at each rendering; only a change of the selection is reported.
  useEffect(
    () => on.onSelection?.({ top, bottom, columns: columns.slice(left, right + 1) }),
    [top, bottom, left, right, columns],
  )
  return { selection, setSelection, size, active, range, select, go }
}
