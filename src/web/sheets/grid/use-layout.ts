import { useCallback, useState } from 'react'
import { writeStored } from '../../api/index.ts'
import { type Layout, readLayout, type ShownLayout } from './layout.ts'
import type { Step } from './undo-stack.ts'

export interface SheetLayout {
  readonly layout: Layout
  /** `label` is the name of the undo step; null during a drag. */
  readonly change: (next: Layout, label: string | null, before?: Layout) => void
}

/** The layout on screen, with pinned columns and widths filled in. */
export interface ShownSheetLayout extends SheetLayout {
  readonly layout: ShownLayout
}

const keyOf = (sheet: string) => `galley.layout.${sheet}`

/** The layout of a sheet, stored in this browser, because the API has no field for it. */
export function useLayout(sheet: string, onDone: (step: Step) => void): SheetLayout {
  const [layout, setLayout] = useState(() => readLayout(localStorage.getItem(keyOf(sheet))))
  const save = useCallback(
    (next: Layout) => {
      setLayout(next)
      writeStored(keyOf(sheet), next)
    },
    [sheet],
  )
  const change = useCallback(
    (next: Layout, label: string | null, before = layout) => {
      if (label === null) return setLayout(next)
      save(next)
      onDone({ label, undo: () => save(before), redo: () => save(next) })
    },
    [save, layout, onDone],
  )
  return { layout, change }
}
