import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { Listed } from './columns.tsx'

interface Given {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: Virtualizer<HTMLDivElement, Element>
  readonly requests: readonly Listed[]
  /** The place of the one row that Tab comes to. */
  readonly stop: number
  readonly open: number | undefined
  readonly onHold: (id: number) => void
  readonly onOpen: (id: number) => void
}

/** The arrows go from row to row; what is open beside the list goes along, and the focus with what is opened. */
export function useRowKeys(given: Given): (event: KeyboardEvent) => void {
  const { scroller, rows, requests, stop, open, onHold, onOpen } = given
  const show = (index: number) => {
    const { id } = requests[index]!
    onHold(id)
    rows.scrollToIndex(index)
    // Once the row is drawn.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-request="${id}"]`)?.focus({ preventScroll: true }),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is opened, not when others come.
  useEffect(() => {
    const at = requests.findIndex(({ id }) => id === open)
    const isFree =
      document.activeElement === document.body || scroller.current?.contains(document.activeElement)
    if (at >= 0 && isFree) show(at)
  }, [open])
  const places: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(requests.length - 1, stop + 1),
    ArrowUp: Math.max(0, stop - 1),
    Home: 0,
    End: requests.length - 1,
  }
  return (event) => {
    const request = requests[stop]
    if (event.ctrlKey || event.metaKey || event.altKey || !request) return
    const next = Object.hasOwn(places, event.key) ? places[event.key]! : null
    if (next !== null && open !== undefined) onOpen(requests[next]!.id)
    else if (next !== null) show(next)
    else if (event.key === 'Enter' || event.key === ' ') onOpen(request.id)
    else return
    event.preventDefault()
  }
}
