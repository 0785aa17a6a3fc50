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

/** The session has ended: whoever asks waits until somebody has signed in again over what they were doing. */
export function signedInAgain(): Promise<void> {
  if (!waiting) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    become({ promise, goOn: resolve, giveUp: reject })
  }
  return waiting!.promise
}

/** What waited is sent again, in the place of the person who asked for it. */
export function goOnSignedIn(): void {
  const before = waiting
  become(null)
  before?.goOn()
}

/** The tab is left to whoever comes next: nothing of what waited is sent in their name. */
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
