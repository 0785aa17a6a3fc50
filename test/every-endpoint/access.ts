import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '../../src/contract/index.ts'
import type { ArenaOfTwo } from './arena.ts'
import { exampleIn } from './entities.ts'
import { type Content, requestOf } from './request.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

const kindOf = ({ auth, takesAuthorization, method }: Endpoint) => `${auth} ${takesAuthorization} ${method}`
/** One endpoint for each way of authentication and method. */
const firstOfItsKind = new Map(
  Object.values<Endpoint>(endpoints)
    .toReversed()
    .map((one) => [kindOf(one), one]),
)

/**
 * Checks that the answer is 401 without a valid key in the right place, even if the call has other faults.
 * One function authenticates all calls, so one endpoint of each kind gets every wrong key.
 */
export async function checkAccess(endpoint: Endpoint, arena: ArenaOfTwo, world: World) {
  if (endpoint.auth === 'none') return
  const content = exampleIn(endpoint, world)
  const requests = requestsOfStrangers(endpoint, content, world.key, arena.revokedKey)
  const isFirst = endpoint.auth !== 'header' || firstOfItsKind.get(kindOf(endpoint)) === endpoint
  for (const [what, sent] of isFirst ? requests : requests.filter(([what]) => everywhere.includes(what))) {
    const { status, body } = await arena.wire.send(sent)
    assert.equal(status, 401, `${what}: ${JSON.stringify(body)}`)
    assert.deepEqual([body.success, typeof body.message], [false, 'string'], what)
  }
}

type Case = [string, Sent]
const everywhere = ['no key', 'no key, invalid body', 'an unknown key', 'a revoked key, invalid body']

function requestsOfStrangers(endpoint: Endpoint, content: Content, key: string, revoked: string): Case[] {
  const unknown = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const withHeaders = (title: string, headers: Record<string, string>): Case[] => [
    [title, requestOf(endpoint, content, headers)],
    [`${title}, invalid body`, requestOf(endpoint, invalid(content), headers)],
  ]
  return [
    ...withHeaders('no key', {}),
    ...withHeaders('an unknown key', { 'X-API-KEY': unknown }),
    ...withHeaders('a revoked key', { 'X-API-KEY': revoked }),
    ...withHeaders('the key in small letters', { 'X-API-KEY': key.toLowerCase() }),
    ...withHeaders('an empty key', { 'X-API-KEY': '' }),
    ...withHeaders('a key of 10 kB', { 'X-API-KEY': 'x'.repeat(10_000) }),
    ...withHeaders('an unknown bearer token', { Authorization: `Bearer ${unknown}` }),
    ...(endpoint.takesAuthorization
      ? withHeaders('a revoked bearer token', { Authorization: `Bearer ${revoked}` })
      : withHeaders('the key as a bearer token', { Authorization: `Bearer ${key}` })),
    ...withHeaders('the key in a cookie', { Cookie: `X-API-KEY=${key}; api_key=${key}` }),
    ['the key in the query', withKeyInQuery(requestOf(endpoint, content), key)],
    ...(endpoint.auth === 'header'
      ? keyInBody(endpoint, content, key)
      : wrongKeysInBody(endpoint, content, revoked)),
  ]
}

const invalid = (content: Content): Content =>
  content.body === undefined ? content : { ...content, body: { request_id: {}, prompt_template: 1 } }

const withKeyInQuery = (sent: Sent, key: string): Sent => ({
  ...sent,
  path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}api_key=${key}&X-API-KEY=${key}`,
})

const withBodyKey = (content: Content, key: unknown): Content => ({
  ...content,
  body: { ...(content.body as object), api_key: key },
})

function keyInBody(endpoint: Endpoint, content: Content, key: string): Case[] {
  return content.body === undefined
    ? []
    : [['the key in the body', requestOf(endpoint, withBodyKey(content, key))]]
}

function wrongKeysInBody(endpoint: Endpoint, content: Content, revoked: string): Case[] {
  const wrong = [revoked, 'pl_unknown', '', null, 1, {}, ['pl_unknown']]
  return wrong.flatMap((key): Case[] => [
    [`api_key ${JSON.stringify(key)}`, requestOf(endpoint, withBodyKey(content, key))],
    [`api_key ${JSON.stringify(key)}, invalid body`, requestOf(endpoint, withBodyKey(invalid(content), key))],
  ])
}
