import type { FastifyRequest } from 'fastify'
import { type Endpoint, roleFor } from '../../contract/index.ts'
import { type Caller, nobody, requirePerson, requireRole } from './caller.ts'
import { unauthorized } from './refusals.ts'
import type { Routing } from './routing.ts'
import { isFromOwnPage, sessionToken } from './session-cookie.ts'

/** A key counts before a cookie: whoever sends one does not ask as the person at this browser. */
export async function authorize(
  { authenticate }: Routing,
  endpoint: Endpoint,
  request: FastifyRequest,
  json: unknown,
): Promise<Caller> {
  if (endpoint.auth === 'none') return nobody
  const header = request.headers['x-api-key']
  const inBody = (json as { api_key?: unknown } | null)?.api_key
  const key = typeof header === 'string' ? header : inBody
  const token = sessionToken(request)
  let caller: Caller | null = null
  if (typeof key === 'string' && key !== '') caller = await authenticate.byKey(key)
  else if (token && endpoint.auth === 'header' && isFromOwnPage(request))
    caller = await authenticate.bySession(token)
  if (!caller) throw unauthorized
  if (endpoint.forPeople) requirePerson(caller)
  requireRole(caller, roleFor(endpoint))
  return caller
}
