import { useSyncExternalStore } from 'react'

interface Waiting {
  readonly promise: Promise<void>
  readonly resume: () => void
  readonly reject: (reason: Error) => void
}

let waiting: Waiting | null = null
const listeners = new Set<() => void>()

function setWaiting(next: Waiting | null) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Resolves when the person has signed in again, in a dialog over the page. */
export function signedInAgain(): Promise<void> {
  if (!waiting) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    setWaiting({ promise, resume: resolve, reject: reject })
  }
  return waiting!.promise
}

/** Sends the waiting calls again, for the same person. */
export function resumeWaitingCalls(): void {
  const before = waiting
  setWaiting(null)
  before?.resume()
}

/** Fails the waiting calls without sending them, because another person signs in. */
export function rejectWaitingCalls(): void {
  const before = waiting
  setWaiting(null)
  before?.reject(new Error('The session has ended.'))
}

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
  )
