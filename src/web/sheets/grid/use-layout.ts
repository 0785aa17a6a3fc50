import { useCallback, useState } from 'react'
import { keep as keepUnder } from '../../api/index.ts'
import { type Layout, readLayout, type ShownLayout } from './layout.ts'
import type { Step } from './undo-stack.ts'

export interface SheetLayout {
  readonly layout: Layout
  /** `what` is for undoing it; null while it is still being dragged. */
  readonly change: (next: Layout, what: string | null, before?: Layout) => void
}

/** As the grid shows it: pinned columns and widths are known. */
export interface ShownSheetLayout extends SheetLayout {
  readonly layout: ShownLayout
}

const keyOf = (sheet: string) => `galley.layout.${sheet}`

/** The layout of a sheet, kept in this browser: the interface has no place for it. */
export function useLayout(sheet: string, onDone: (step: Step) => void): SheetLayout {
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(keyOf(sheet))))
  const keep = useCallback(
    (next: Layout) => {
      setLayout(next)
      keepUnder(keyOf(sheet), next)
    },
    [sheet],
  )
  const change = useCallback(
    (next: Layout, what: string | null, before = layout) => {
      if (what === null) return setLayout(next)
      keep(next)
      onDone({ what, undo: () => keep(before), redo: () => keep(next) })
    },
    [keep, layout, onDone],
  )
  return { layout, change }
}
