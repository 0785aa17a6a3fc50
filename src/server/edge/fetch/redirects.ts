import type { AddressPolicy } from './address-policy.ts'
import { checkUrl } from './check-url.ts'
import { OutboundError } from './outbound-error.ts'
import { CleanHeaders, headersForOtherOrigin } from './request-headers.ts'

/** One HTTP request of a call. A redirect leads to the next hop. */
export interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: CleanHeaders
  readonly body: Uint8Array | string | null
}

export type RedirectRule = 'follow' | 'same_origin' | 'return'

export const maxRedirects = 5
const redirectStatuses = [301, 302, 303, 307, 308]

/** Returns the next request after a redirect, by the rules of browsers; null for a final answer. */
export function nextHop(
  hop: Hop,
  answer: { status: number; location: string | null },
  rule: RedirectRule,
  policy: AddressPolicy,
): Hop | null {
  const { status, location } = answer
  if (rule === 'return' || location === null || !redirectStatuses.includes(status)) return null
  const url = checkUrl(location, policy, hop.url)
  const sameOrigin = url.origin === hop.url.origin
  if (rule === 'same_origin' && !sameOrigin)
    throw new OutboundError('blocked_redirect', `${hop.url.host} redirected the call to another origin.`)
  const sentHeaders = hop.headers.headers
  const headers = sameOrigin ? new Headers(sentHeaders) : headersForOtherOrigin(sentHeaders)
  if (!becomesGet(status, hop.method)) return { ...hop, url, headers: new CleanHeaders(headers) }
  headers.delete('content-type')
  return { url, method: 'GET', headers: new CleanHeaders(headers), body: null }
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}
