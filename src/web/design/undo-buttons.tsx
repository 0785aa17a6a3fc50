import { useEffect, useRef } from 'react'
import { RotateCcw } from '../icons/index.ts'
import { Button } from './button.tsx'

interface Props {
  /** Null if there is no step. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
}

const editable = 'input, textarea, select, [contenteditable="true"], .cm-editor, [role=dialog]'

/** Undo and redo. Fields keep the keys for their own text. */
export function UndoButtons({ undo, redo }: Props) {
  const current = useRef({ undo, redo })
  current.current = { undo, redo }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
      if (event.target instanceof Element && event.target.closest(editable)) return
      event.preventDefault()
      const isRedo = key === 'y' || event.shiftKey
      if (isRedo) current.current.redo?.()
      else current.current.undo?.()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Button size="icon" aria-label="Undo" title="Undo (Ctrl Z)" disabled={!undo} onClick={() => undo?.()}>
        <RotateCcw />
      </Button>
      <Button
        size="icon"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={!redo}
        onClick={() => redo?.()}
      >
        <RotateCcw className="-scale-x-100" />
      </Button>
    </>
  )
}
