import { type RefObject, useLayoutEffect, useState } from 'react'

/** The button of the menu instead of a menu item, because the item disappears with its menu. */
function lasting(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const stays = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return stays instanceof HTMLElement && stays !== document.body ? stays : null
}

/** The element that had the focus before; if it is gone, the main part of the screen. */
function landing(before: HTMLElement | null): HTMLElement | null {
  if (before?.isConnected) return before
  const grid = document.querySelector<HTMLElement>('main [role=grid]')
  return grid ?? (before && document.getElementById('main'))
}

/**
 * Returns the element to focus after a dialog or panel has closed. Read in the first rendering, because an element with
 * `autoFocus` takes the focus before effects run.
 */
export function useFocusBefore(): () => HTMLElement | null {
  const [before] = useState(() => lasting(document.activeElement))
  return () => landing(before)
}

/** Returns the focus when an element that contains it is removed. */
export function useFocusReturn(container: RefObject<HTMLElement | null>): void {
  const before = useFocusBefore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the removal of the element matters.
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (element?.contains(document.activeElement)) before()?.focus({ preventScroll: true })
    }
  }, [])
}
