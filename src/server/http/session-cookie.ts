import type { FastifyRequest } from 'fastify'

/**
 * `__Host-` binds the cookie to this host over a secure connection, which includes loopback. Plain HTTP
 * elsewhere needs a name without the prefix.
 */
const hostCookie = '__Host-galley'
const plainCookie = 'galley'
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

export const sessionToken = (request: Pick<FastifyRequest, 'protocol' | 'headers'>): string | null =>
  readCookie(request, '')

/** The cookie of a sign-in through an identity provider. */
export const signInCookie = (visit: Visit, value: string, maxAgeSeconds: number): string =>
  cookieOf(visit, '-sign-in', value, maxAgeSeconds)

export const signInCookieValue = (request: Pick<FastifyRequest, 'protocol' | 'headers'>): string | null =>
  readCookie(request, '-sign-in')

function cookieOf({ isSecure }: Visit, suffix: string, value: string, maxAgeSeconds: number): string {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`
  return isSecure
    ? `${hostCookie}${suffix}=${value}; ${flags}; Secure`
    : `${plainCookie}${suffix}=${value}; ${flags}`
}

/** Ignores the plain name on secure connections, because another host of the domain could have set that cookie. */
function readCookie(request: Pick<FastifyRequest, 'protocol' | 'headers'>, suffix: string): string | null {
  const cookies = new Map(
    (request.headers.cookie ?? '').split(/;\s*/).map((pair) => {
      const index = pair.indexOf('=')
      return [pair.slice(0, index), pair.slice(index + 1)] as const
    }),
  )
  return cookies.get(`${visitOf(request).isSecure ? hostCookie : plainCookie}${suffix}`) || null
}

type CookieRequest = Pick<FastifyRequest, 'method' | 'headers'>

/** A page of another site can make a browser send the cookie, but it cannot forge the origin. */
export function isFromOwnPage(request: CookieRequest): boolean {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return true
  if (headers.origin === undefined) return headers['sec-fetch-site'] === 'same-origin'
  return !isFromOtherPage(request)
}

/** Browsers send Origin or Sec-Fetch-Site; other clients send neither. */
export function isFromOtherPage({ headers }: Pick<CookieRequest, 'headers'>): boolean {
  const { origin, host } = headers
  if (origin !== undefined && URL.parse(origin)?.host !== host) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
