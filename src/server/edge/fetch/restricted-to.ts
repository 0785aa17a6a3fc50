import { fetchLike } from './as-fetch.ts'
import type { GuardedFetch } from './outbound-request.ts'

/** Restricts a guarded fetch to these hosts, redirects included. */
export function restrictedTo(guarded: GuardedFetch, hosts: readonly string[]): GuardedFetch {
  const fetch: GuardedFetch['fetch'] = (url, request) => guarded.fetch(url, { ...request, hosts })
  return { fetch, asFetch: (limits) => fetchLike(fetch, limits), close: () => guarded.close() }
}
