// biome-ignore-all lint/a11y/useSemanticElements: the editor is a cell of a grid that has no table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the text field inside the cell takes the focus.
import { useRef } from 'react'
import { rowHeights } from './measures.ts'
import type { CellPosition } from './moves.ts'

interface Props {
  readonly label: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly text: string
  /**
   * Called with the new text and the step to the next cell. The step is null if the person has already left the
   * cell.
   */
  readonly onDone: (text: string, by: CellPosition | null) => void
  readonly onCancel: () => void
}

const minWidth = 280

/** A text field over its cell. Enter accepts the text, Shift Enter breaks the line. */
export function CellEditor({ label, left, top, width, text, onDone, onCancel }: Props) {
  const isFinished = useRef(false)
  const finish = (act: () => void) => {
    if (isFinished.current) return
    isFinished.current = true
    act()
  }
  return (
    <div role="row" className="absolute z-10" style={{ left, top }}>
      <div role="gridcell">
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the editor opens when a person types, and the typed letters must reach it.
          autoFocus
          aria-label={label}
          defaultValue={text}
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          onBlur={({ target }) => finish(() => onDone(target.value, null))}
          onKeyDown={(event) => {
            const { value } = event.currentTarget
            if (event.key === 'Escape') finish(onCancel)
            else if (event.key === 'Enter' && !event.shiftKey)
              finish(() => onDone(value, { row: 1, column: 0 }))
            else if (event.key === 'Tab')
              finish(() => onDone(value, { row: 0, column: event.shiftKey ? -1 : 1 }))
            else return
            event.preventDefault()
          }}
          className="resize rounded-sm border-2 border-accent bg-surface px-1.5 py-1 shadow-floating outline-none"
          style={{ width: Math.max(width + 1, minWidth), height: rowHeights.compact * 3 }}
        />
      </div>
    </div>
  )
}
