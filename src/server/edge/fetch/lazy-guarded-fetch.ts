import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { GuardedFetch } from './outbound-request.ts'

/** Made when it is first needed: a server that calls nobody starts without it. */
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
