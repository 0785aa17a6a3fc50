import { useSyncExternalStore } from 'react'

const key = 'galley.first-steps'
const listeners = new Set<() => void>()

/** Whether somebody is on the first steps, so that the way back to them is at hand. */
export function setStepsLeft(areLeft: boolean): void {
  if (areLeft) localStorage.setItem(key, 'left')
  else localStorage.removeItem(key)
  for (const tell of listeners) tell()
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useStepsLeft = (): boolean =>
  useSyncExternalStore(listen, () => localStorage.getItem(key) !== null)
