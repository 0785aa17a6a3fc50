import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from '../contract/index.ts'

/** The caller of a request, or for a job the caller whose request made the job. */
interface Starter {
  readonly workspace: number
  readonly role: Role
}

const starterStorage = new AsyncLocalStorage<Starter>()

/** Runs the work of a call or job so that `starterRole` and `starterWorkspace` return those of its caller. */
export const asStartedBy = <T>(starter: Starter, work: () => T): T => starterStorage.run(starter, work)

/**
 * Wraps an iterable so that each step runs as `asStartedBy`. A stream takes its next chunk when the socket has room,
 * where the caller would otherwise be lost.
 */
export function iteratedAs<T>(starter: Starter, source: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]()
      return {
        next: () => asStartedBy(starter, () => iterator.next()),
        async return() {
          await asStartedBy(starter, () => iterator.return?.())
          return { done: true, value: undefined }
        },
      }
    },
  }
}

/** Runs work of the server itself: it belongs to no workspace, even if a call caused it. */
export const asServer = <T>(work: () => T): T => starterStorage.exit(work)

/** Role of the caller that started this work; `viewer` if unknown, as in jobs of older versions. */
export const starterRole = (): Role => starterStorage.getStore()?.role ?? 'viewer'

/** Workspace that this work is done for; 0 for work of the server itself. */
export const starterWorkspace = (): number => starterStorage.getStore()?.workspace ?? 0
