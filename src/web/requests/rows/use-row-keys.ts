import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useShortcuts } from '../../shell/index.ts'

export type RowKey = string | number

interface Given<Key extends RowKey> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly scrollTo: (index: number) => void
  readonly keys: readonly Key[]
  readonly attribute: string
  /** The index of the row that Tab reaches. */
  readonly stop: number
  readonly open: Key | undefined
  readonly hasLetterKeys: boolean
  readonly onHold: (key: Key) => void
  readonly onOpen: (key: Key) => void
}

/**
 * Moves from row to row by the arrow keys. The details beside the list follow, and an opened row gets the
 * focus.
 */
export function useRowKeys<Key extends RowKey>(options: Given<Key>): (event: KeyboardEvent) => void {
  const { scroller, scrollTo, keys, attribute, stop, open, hasLetterKeys, onHold, onOpen } = options
  const show = (index: number) => {
    const key = keys[index]
    if (key === undefined) return
    onHold(key)
    scrollTo(index)
    // The focus moves after the row is rendered.
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(String(key))}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const hasFocus = () => scroller.current?.contains(document.activeElement) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row is opened, not when more rows load.
  useEffect(() => {
    const index = open === undefined ? -1 : keys.indexOf(open)
    if (index >= 0 && (document.activeElement === document.body || hasFocus())) show(index)
  }, [open])
  const next = Math.min(keys.length - 1, stop + 1)
  const previous = Math.max(0, stop - 1)
  useShortcuts(
    hasLetterKeys
      ? { j: () => show(hasFocus() ? next : stop), k: () => show(hasFocus() ? previous : stop) }
      : {},
  )
  const places: Readonly<Record<string, number>> = {
    ArrowDown: next,
    ArrowUp: previous,
    Home: 0,
    End: keys.length - 1,
  }
  return (event) => {
    const current = keys[stop]
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const target = Object.hasOwn(places, event.key) ? places[event.key]! : null
    if (target !== null && open !== undefined) onOpen(keys[target]!)
    else if (target !== null) show(target)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(current)
    else return
    event.preventDefault()
  }
}
