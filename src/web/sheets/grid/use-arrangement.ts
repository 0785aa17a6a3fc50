import { type RefObject, useMemo } from 'react'
import type { Column } from './column.ts'
import { frozenInputs } from './fitted-widths.ts'
import { geometryOf } from './geometry.ts'
import { arrangeColumns } from './layout.ts'
import { rowHeightFor } from './measures.ts'
import type { RowStore } from './row-store.ts'
import { useFitted } from './use-fitted.ts'
import type { SheetLayout } from './use-layout.ts'

/** The shown columns in order, and the geometry of their cells. Widths and pins that the layout leaves open are fitted. */
export function useArrangement(
  scroller: RefObject<HTMLDivElement | null>,
  store: RowStore,
  columns: readonly Column[],
  ownLayout: SheetLayout,
  rowCount: number,
) {
  const visible = useMemo(() => arrangeColumns(columns, ownLayout.layout), [columns, ownLayout.layout])
  const fitted = useFitted(scroller, store, visible, rowCount)
  const layout = useMemo(() => {
    const widths = { ...fitted.widths, ...ownLayout.layout.widths }
    const pinned = ownLayout.layout.pinned ?? frozenInputs(visible, widths, fitted.available)
    return { change: ownLayout.change, layout: { ...ownLayout.layout, pinned } }
  }, [ownLayout, visible, fitted])
  const arrangement = useMemo(() => arrangeColumns(columns, layout.layout), [columns, layout.layout])
  const geometry = useMemo(() => {
    const { pinned, rowHeight } = layout.layout
    const widths = { ...fitted.widths, ...layout.layout.widths }
    const pinnedCount = arrangement.filter((column) => pinned.includes(column.id)).length
    const columnWidths = arrangement.map((column) => widths[column.id])
    return geometryOf(columnWidths, pinnedCount, rowCount, rowHeightFor(rowHeight, rowCount))
  }, [arrangement, layout.layout, fitted, rowCount])
  return { layout, arrangement, geometry }
}
