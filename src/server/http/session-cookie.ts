import type { FastifyRequest } from 'fastify'

/**
 * `__Host-` binds the cookie to this very host and to a secure connection, which browsers grant to loopback too.
 * Over plain HTTP elsewhere no such cookie can be set, so there it goes by a name without that promise.
 */
const strong = '__Host-galley'
const plain = 'galley'
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

export interface Visit {
  readonly isSecure: boolean
}

export function visitOf({ protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>): Visit {
  const forwarded = headers['x-forwarded-proto']
  const isSecure = protocol === 'https' || forwarded === 'https' || loopback.test(headers.host ?? '')
  return { isSecure }
}

export const sessionCookie = (visit: Visit, token: string, maxAgeSeconds: number): string =>
  cookieOf(visit, '', token, maxAgeSeconds)

export const sessionToken = (request: Pick<FastifyRequest, 'headers'>): string | null =>
  readCookie(request, '')

/** Of somebody who is on the way through an identity provider. */
export const flowCookie = (visit: Visit, value: string, maxAgeSeconds: number): string =>
  cookieOf(visit, '-sign-in', value, maxAgeSeconds)

export const flowOf = (request: Pick<FastifyRequest, 'headers'>): string | null =>
  readCookie(request, '-sign-in')

function cookieOf({ isSecure }: Visit, suffix: string, value: string, maxAgeSeconds: number): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`
  return isSecure ? `${strong}${suffix}=${value}; ${flags}; Secure` : `${plain}${suffix}=${value}; ${flags}`
}

function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, suffix: string): string | null {
  const cookies = new Map(
    (headers.cookie ?? '').split(/;\s*/).map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  return cookies.get(`${strong}${suffix}`) || cookies.get(`${plain}${suffix}`) || null
}

type Asking = Pick<FastifyRequest, 'method' | 'headers'>

/** A page elsewhere can make a browser send this cookie along, but not the origin it comes from. */
export function isFromOwnPage(request: Asking): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return true
  if (headers.origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  return !isFromOtherPage(request)
}

/** Browsers name the page that a call comes from in one of two headers; other clients send neither. */
export function isFromOtherPage({ headers }: Pick<Asking, 'headers'>): boolean {
  const { origin, host } = headers
  if (origin !== undefined && URL.parse(origin)?.host !== host) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
