import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { GuardedFetch } from './outbound-request.ts'

/** Created on first use, to keep the server's start fast. */
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
