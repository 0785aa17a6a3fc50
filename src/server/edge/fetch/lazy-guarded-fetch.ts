import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { GuardedFetch } from './outbound-request.ts'

/** Created on first use, to keep the server's start fast. */
export function lazyGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  let made: GuardedFetch | undefined
  const guarded = () => {
    made ??= createGuardedFetch(options)
    return made
  }
  return {
    fetch: (url, request) => guarded().fetch(url, request),
    asFetch: (limits) => guarded().asFetch(limits),
    close: async () => made?.close(),
  }
}
