import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useShortcuts } from '../../shell/index.ts'

export type RowKey = string | number

interface Options<Key extends RowKey> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly scrollTo: (index: number) => void
  readonly keys: readonly Key[]
  readonly attribute: string
  /** The index of the row that Tab reaches. */
  readonly tabStop: number
  readonly open: Key | undefined
  readonly hasLetterKeys: boolean
  readonly onFocus: (key: Key) => void
  readonly onOpen: (key: Key) => void
}

/**
 * The handler of keys that move from row to row, such as the arrow keys. If details of a row are open, they
 * follow. A row gets the focus when it is opened.
 */
export function useRowKeys<Key extends RowKey>(options: Options<Key>): (event: KeyboardEvent) => void {
  const { scroller, scrollTo, keys, attribute, tabStop, open, hasLetterKeys, onFocus, onOpen } = options
  const show = (index: number) => {
    const key = keys[index]
    if (key === undefined) return
    onFocus(key)
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
  const next = Math.min(keys.length - 1, tabStop + 1)
  const previous = Math.max(0, tabStop - 1)
  useShortcuts(
    hasLetterKeys
      ? { j: () => show(hasFocus() ? next : tabStop), k: () => show(hasFocus() ? previous : tabStop) }
      : {},
  )
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: next,
    ArrowUp: previous,
    Home: 0,
    End: keys.length - 1,
  }
  return (event) => {
    const current = keys[tabStop]
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const target = Object.hasOwn(targets, event.key) ? targets[event.key]! : null
    if (target !== null && open !== undefined) onOpen(keys[target]!)
    else if (target !== null) show(target)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(current)
    else return
    event.preventDefault()
  }
}
