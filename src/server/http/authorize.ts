import type { FastifyRequest } from 'fastify'
import { type Endpoint, roleFor } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { withValue } from '../db/index.ts'
import { mediaTypeOf } from './body/media-type.ts'
import { anonymousCaller, type Caller, requirePerson, requireRole } from './caller.ts'
import { unauthorized } from './refusals.ts'
import type { Routing } from './routing.ts'
import { isFromOtherPage, isFromOwnPage, sessionToken } from './session-cookie.ts'

/** The API key of an `Authorization` header: a Bearer token, or the password of Basic (RFC 7617) with any user. */
function keyOfAuthorization(header: string | undefined): string | undefined {
  const [scheme, credentials] = header?.trim().split(/ +/) ?? []
  if (scheme === undefined || credentials === undefined) return undefined
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : text.slice(colon + 1)
}

/** Finds the caller. A key wins over a session cookie. */
export function authorize(
  routing: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  json: unknown,
): Caller | Promise<Caller> {
  if (endpoint.auth === 'none') {
    if (endpoint.method !== 'get') refuseForeignForm(request)
    return anonymousCaller
  }
  return withValue(authenticateCall(routing, endpoint, request, json), (caller) =>
    checkRole(endpoint, caller),
  )
}

function authenticateCall(
  { authenticate }: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  json: unknown,
): Caller | null | Promise<Caller | null> {
  const header = request.headers['x-api-key']
  const inBody = (json as { api_key?: unknown } | null)?.api_key
  const other = endpoint.takesAuthorization ? keyOfAuthorization(request.headers.authorization) : inBody
  const key = typeof header === 'string' ? header : other
  if (typeof key === 'string' && key !== '') return authenticate.byKey(key)
  if (endpoint.auth === 'body') return null
  const token = sessionToken(request)
  return token && isFromOwnPage(request) ? authenticate.bySession(token) : null
}

/**
 * Without a key, a call that opens a session must come from Galley's own page or from a program. A form on another site
 * can send text/plain, but it cannot send JSON or hide its origin.
 */
function refuseForeignForm(request: FastifyRequest): void {
  if (isFromOtherPage(request))
    throw new Refusal('forbidden', 'The call comes from a page of another site (Origin, Sec-Fetch-Site).')
  if (mediaTypeOf(request) !== 'application/json')
    throw new Refusal('unsupported_media_type', 'The Content-Type must be application/json.', {
      loc: ['header', 'Content-Type'],
    })
}

function checkRole(endpoint: Endpoint, caller: Caller | null): Caller {
  if (!caller) throw unauthorized
  if (endpoint.sessionOnly) requirePerson(caller)
  requireRole(caller, roleFor(endpoint))
  return caller
}
