import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { GuardedFetch } from './outbound-request.ts'

/** Creates the guarded fetch at its first use, which keeps the start of the server fast. */
export function lazyGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  let guardedFetch: GuardedFetch | undefined
  const guarded = () => {
    guardedFetch ??= createGuardedFetch(options)
    return guardedFetch
  }
  return {
    fetch: (url, request) => guarded().fetch(url, request),
    asFetch: (limits) => guarded().asFetch(limits),
    close: async () => guardedFetch?.close(),
  }
}
