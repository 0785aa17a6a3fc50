import { isIP, isIPv6 } from 'node:net'

/** An allowed host name or address range, for one port or all. */
export type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | null }
  | { readonly kind: 'range'; readonly cidr: string; readonly port: number | null }

/** GALLEY_OUTBOUND_ALLOW is invalid. */
export class OutboundAllowError extends Error {
  override readonly name = 'OutboundAllowError'
}

/** Parses GALLEY_OUTBOUND_ALLOW; throws OutboundAllowError for the first invalid entry. */
export function parseOutboundAllow(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.length === 1 && entries[0] === '') return []
  for (const entry of entries) readAllowEntry(entry)
  return entries
}

export function readAllowEntry(entry: string): AllowEntry {
  if (entry === '') throw invalidEntry(entry, 'there is nothing between two commas')
  if (entry.includes('://')) throw invalidEntry(entry, 'write the host alone, without a scheme')
  if (entry.includes('*')) throw invalidEntry(entry, 'there are no wildcards; name each host')
  if (entry.includes('/')) return { kind: 'range', cidr: readCidr(entry), port: null }
  const { name, port } = splitPort(entry)
  const family = isIP(name)
  if (family !== 0) return { kind: 'range', cidr: `${name}/${family === 6 ? 128 : 32}`, port }
  return { kind: 'host', host: readHost(entry, name), port }
}

function readCidr(entry: string): string {
  const [address = '', prefix = '', ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0)
    throw invalidEntry(entry, 'a range is an address, a slash and a number, such as 10.1.0.0/16')
  const maxPrefix = family === 6 ? 128 : 32
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > maxPrefix)
    throw invalidEntry(entry, `the number after the slash must be from 0 to ${maxPrefix}`)
  return `${address}/${Number(prefix)}`
}

function splitPort(entry: string): { name: string; port: number | null } {
  if (isIPv6(entry) && !entry.includes('%')) return { name: entry, port: null }
  const match = /^(?:\[(?<v6>[^\]%]+)\]|(?<plain>[^:[\]]+))(?::(?<port>\d{1,5}))?$/.exec(entry)?.groups
  const port = match?.['port'] === undefined ? null : Number(match['port'])
  if (!match || (match['v6'] && !isIPv6(match['v6'])) || (port !== null && (port < 1 || port > 65_535)))
    throw invalidEntry(entry, 'write a host, an address or a range, optionally with a colon and a port')
  return { name: match['v6'] ?? match['plain'] ?? '', port }
}

function readHost(entry: string, name: string): string {
  const host = URL.parse(`http://${name}`)?.hostname
  if (!/^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u.test(name) || !host || isIP(host) !== 0)
    throw invalidEntry(entry, 'that is neither a host name nor an address')
  return withoutFinalDot(host)
}

export function withoutFinalDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function invalidEntry(entry: string, why: string): OutboundAllowError {
  return new OutboundAllowError(`GALLEY_OUTBOUND_ALLOW: "${entry}" cannot be used: ${why}.`)
}
