import { useSyncExternalStore } from 'react'

/** A choice that is stored in this browser. All components that read it render again when it changes. */
export function preference(key: string) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => localStorage.getItem(key)
  return {
    useValue: () => useSyncExternalStore(subscribe, read),
    /** Null restores the default. */
    choose(value: string | null) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
  }
}
