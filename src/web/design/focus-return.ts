import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element to return the focus to. For an item of a menu it is the menu's button, because the item disappears. */
function returnTarget(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const target = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return target instanceof HTMLElement && target !== document.body ? target : null
}

/** The elements that open dialogs return the focus to. */
const targetsOfDialogs = new WeakMap<Element, HTMLElement | null>()

export const rememberTarget = (dialog: Element, target: HTMLElement | null) =>
  void targetsOfDialogs.set(dialog, target)

/** The element that a dialog around this one returns the focus to. The dialog may be replaced, as by its form once it is loaded. */
function targetOfDialogAround(element: Element | null): HTMLElement | null {
  const dialog = element?.closest('[role=dialog]')
  return (dialog && targetsOfDialogs.get(dialog)) ?? null
}

/** The first of these elements that is still there; without one, the grid of the screen or its main part. */
function connectedTarget(before: HTMLElement | null, around: HTMLElement | null): HTMLElement | null {
  if (before?.isConnected) return before
  if (around?.isConnected) return around
  const grid = document.querySelector<HTMLElement>('main [role=grid]')
  return grid ?? (before && document.getElementById('main'))
}

/**
 * Returns the element to focus after a dialog or panel has closed. Read in the first rendering, because an element with
 * `autoFocus` takes the focus before effects run.
 */
export function useFocusBefore(): () => HTMLElement | null {
  const [[before, around]] = useState(
    () => [returnTarget(document.activeElement), targetOfDialogAround(document.activeElement)] as const,
  )
  return () => connectedTarget(before, around)
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
