import { useSyncExternalStore } from 'react'

interface Waiting {
  readonly promise: Promise<void>
  readonly goOn: () => void
  readonly giveUp: (reason: Error) => void
}

let waiting: Waiting | null = null
const watchers = new Set<() => void>()

function become(next: Waiting | null) {
  waiting = next
  for (const watcher of watchers) watcher()
}

/** Resolves when the person has signed in again, in a dialog over the page. */
export function signedInAgain(): Promise<void> {
  if (!waiting) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    become({ promise, goOn: resolve, giveUp: reject })
  }
  return waiting!.promise
}

/** Sends the waiting calls again, for the same person. */
export function goOnSignedIn(): void {
  const before = waiting
  become(null)
  before?.goOn()
}

/** Another person signs in: the waiting calls fail and are not sent. */
export function giveUpWaiting(): void {
  const before = waiting
  become(null)
  before?.giveUp(new Error('The session has ended.'))
}

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => waiting !== null,
  )
