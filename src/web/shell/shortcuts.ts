import { useEffect, useRef } from 'react'

/** Handlers by shortcut: `Mod k`, `g p` (one after the other), `/`, `?`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const sequenceMilliseconds = 1_000
const editable = 'input, textarea, select, [contenteditable="true"], .cm-editor'

/**
 * Registers shortcuts of the current screen. While a person types, only F6 and shortcuts with a modifier
 * work.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    let previousKey = ''
    let previousTime = 0
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const key = nameOf(event)
      const isWriting = event.target instanceof Element && event.target.closest(editable) !== null
      if (isWriting && !key.startsWith('Mod ') && key !== 'F6') return
      const sequence = event.timeStamp - previousTime < sequenceMilliseconds ? `${previousKey} ${key}` : key
      const act = current.current[sequence] ?? current.current[key]
      previousKey = key
      previousTime = event.timeStamp
      if (!act) return
      event.preventDefault()
      act(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function nameOf({ key, metaKey, ctrlKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  return metaKey || ctrlKey ? `Mod ${name}` : name
}
