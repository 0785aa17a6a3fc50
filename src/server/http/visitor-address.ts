import type { FastifyRequest } from 'fastify'
import { isIP } from '../edge/index.ts'

/**
 * The client's address, found through the proxies of GALLEY_TRUST_PROXY. An entry of X-Forwarded-For may have a port.
 * If an entry is invalid, the address of the socket is used.
 */
export function visitorAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return addressIn(ip) ?? socket.remoteAddress ?? ''
}

function addressIn(text: string): string | null {
  const { bracketed, plain } =
    /^(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[\d.]+))(?::\d+)?$/.exec(text)?.groups ?? {}
  const address = (bracketed ?? plain ?? text).replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** The address that rate limits count by: an IPv4 address, or an IPv6 /64, because a customer gets a whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
