import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network address that a call comes from, through the proxies of GALLEY_TRUST_PROXY. An entry of X-Forwarded-For
 * may carry a port; one that is no address gives way to the socket's.
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

/** Who counts as one caller: an IPv4 address, or the /64 that an IPv6 network hands to one customer. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
