import { useRef } from 'react'
import { columnWidth, headHeight, numberWidth, rowHeight } from './measures.ts'
import type { Place } from './moves.ts'

interface Props {
  readonly label: string
  readonly place: Place
  readonly text: string
  /** `by` is where to go on from here; null when the person has gone elsewhere already. */
  readonly onDone: (text: string, by: Place | null) => void
  readonly onCancel: () => void
}

/** Over the cell it is about; Enter takes, Shift and Enter breaks the line. */
export function CellEditor({ label, place, text, onDone, onCancel }: Props) {
  const isOver = useRef(false)
  const finish = (act: () => void) => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: it opens because somebody began to write.
      autoFocus
      aria-label={label}
      defaultValue={text}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onBlur={({ target }) => finish(() => onDone(target.value, null))}
      onKeyDown={(event) => {
        const { value } = event.currentTarget
        if (event.key === 'Escape') finish(onCancel)
        else if (event.key === 'Enter' && !event.shiftKey) finish(() => onDone(value, { row: 1, column: 0 }))
        else if (event.key === 'Tab') finish(() => onDone(value, { row: 0, column: event.shiftKey ? -1 : 1 }))
        else return
        event.preventDefault()
      }}
      className="absolute z-10 resize rounded-sm border-2 border-accent bg-surface px-1.5 py-1 shadow-floating outline-none"
      style={{
        left: numberWidth + place.column * columnWidth,
        top: headHeight + place.row * rowHeight,
        width: columnWidth + 100,
        height: rowHeight * 3,
      }}
    />
  )
}
