import { type ReactNode, type RefObject, useState } from 'react'
import { CellEditor } from './cell-editor.tsx'
import type { Column } from './column.ts'
import { type Geometry, widthOf } from './geometry.ts'
import { headHeight } from './measures.ts'
import type { CellPosition } from './moves.ts'
import type { RowStore } from './row-store.ts'
import type { Writing } from './writing.ts'

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly store: RowStore
  readonly geometry: Geometry
  readonly active: CellPosition
  readonly column: Column | undefined
  readonly writing: Writing
  readonly focus: () => void
  readonly go: (position: CellPosition) => void
}

interface Draft {
  /** The initial text. */
  readonly text: string
  /** The text of the cell before the edit. */
  readonly textBefore: string
  readonly left: number
}

/** Edits the active cell in place. */
export function useCellEditor(grid: Options): { edit: (text: string) => void; editor: ReactNode } {
  const { scroller, store, geometry, active, column, writing, focus, go } = grid
  const [draft, setDraft] = useState<Draft | null>(null)
  const edit = (text: string) => {
    const isPinned = active.column < geometry.pinned
    const left = geometry.lefts[active.column]! + (isPinned ? scroller.current!.scrollLeft : 0)
    setDraft({ text, left, textBefore: column ? store.text(active.row, column.id) : '' })
  }
  const editor = draft && column && (
    <CellEditor
      label={`${column.title}, row ${active.row + 1}`}
      left={draft.left}
      top={headHeight + active.row * geometry.rowHeight}
      width={widthOf(geometry, active.column)}
      text={draft.text}
      onDone={(text, by) => {
        const { textBefore } = draft
        setDraft(null)
        // An unchanged text is not saved, so that another person's change stays.
        if (text !== textBefore || draft.text !== textBefore)
          writing.write([{ row: active.row, column, value: text, textBefore }])
        if (!by) return
        focus()
        go({ row: active.row + by.row, column: active.column + by.column })
      }}
      onCancel={() => {
        setDraft(null)
        focus()
      }}
    />
  )
  return { edit, editor }
}
