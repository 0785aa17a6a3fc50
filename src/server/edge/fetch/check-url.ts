import { isIP } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import { blockedAddress, OutboundError } from './outbound-error.ts'

const maxUrlLength = 16_384

/** Parses and checks a URL. The connection uses the same parsed URL. The text is checked before any DNS lookup. */
export function checkUrl(input: string | URL, policy: AddressPolicy, base?: URL): URL {
  const text = String(input)
  const url = text.length > maxUrlLength ? null : URL.parse(text, base)
  if (!url) throw new OutboundError('bad_url', 'This is not a URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('blocked_scheme', `Only http and https can be called, not ${url.protocol}`)
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('bad_url', 'A URL must not hold a user name or password; use a header.')
  const address = plainHost(url.hostname)
  const target = { address, host: address, port: portOf(url) }
  if (isIP(address) !== 0 && !policy.permits(target)) throw blockedAddress(url.host)
  return url
}

/** Removes the brackets of an IPv6 address. */
export function plainHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function portOf(url: URL): number {
  return Number(url.port) || defaultPort(url.protocol)
}

export function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80
}
