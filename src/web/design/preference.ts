import { useSyncExternalStore } from 'react'

/** A choice of this browser that several parts of a page show. They all follow a change at once. */
export function preference(key: string) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const read = () => localStorage.getItem(key)
  return {
    useValue: () => useSyncExternalStore(subscribe, read),
    /** Null: the default again. */
    choose(value: string | null) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
  }
}
