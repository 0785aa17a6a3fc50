import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What was chosen in a menu goes with the menu; the button that opened it stays. */
function lasting(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const stays = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return stays instanceof HTMLElement && stays !== document.body ? stays : null
}

/** Where it was; if that is gone, what the screen is about. */
function landing(before: HTMLElement | null): HTMLElement | null {
  if (before?.isConnected) return before
  const grid = document.querySelector<HTMLElement>('main [role=grid]')
  return grid ?? (before && document.getElementById('main'))
}

/**
 * Tells where the focus belongs once what is open has closed. It is looked at while drawing: what has `autoFocus`
 * takes the focus before any effect runs.
 */
export function useFocusBefore(isOpen: boolean): () => HTMLElement | null {
  const held = useRef<{ isOpen: boolean; before: HTMLElement | null }>({ isOpen: false, before: null })
  if (isOpen && !held.current.isOpen) held.current.before = lasting(document.activeElement)
  held.current.isOpen = isOpen
  return () => landing(held.current.before)
}

/** Whatever has the focus in it when it goes gives it back. */
export function useFocusReturn(place: RefObject<HTMLElement | null>): void {
  const before = useFocusBefore(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when it goes.
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) before()?.focus({ preventScroll: true })
    }
  }, [])
}
