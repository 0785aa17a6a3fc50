import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '../../src/contract/index.ts'
import type { Arena } from './arena.ts'
import { exampleIn, idIn, nameOf, withEntity } from './entities.ts'
import { entitySlots } from './entity-slots.ts'
import { fieldsOf, withField } from './fields.ts'
import { credentials, requestOf } from './request.ts'
import { inputSchema, type Schema } from './schema.ts'
import type { World } from './world.ts'

/** Checks that a missing entity in the address answers 404, if the endpoint declares it. */
export async function checkAbsent(endpoint: Endpoint, { wire }: Arena, world: World) {
  for (const slot of entitySlots(endpoint).filter(({ place }) => place === 'params')) {
    const absent = typeof idIn(world, slot.entity) === 'number' ? 987_654_321 : randomUUID()
    const content = withEntity(exampleIn(endpoint, world), slot, absent)
    const { status } = await wire.send(requestOf(endpoint, content, credentials(endpoint, world)))
    assert.equal(status, 404 in endpoint.errors ? 404 : 400, nameOf(slot))
  }
}

/**
 * Checks the answer to an external id of another entity, if the body takes one; otherwise to a name that is
 * taken.
 */
export async function checkClash(endpoint: Endpoint, { wire }: Arena, world: World) {
  const schema = inputSchema(endpoint, 'body')
  if (!schema || !(409 in endpoint.errors)) return
  const content = exampleIn(endpoint, world)
  const bodies = isExternalId(schema)
    ? [world.externalIdInUse]
    : fieldsOf(schema, 4)
        .filter((field) => isExternalId(field.schema))
        .map((field) => withField(content.body, field, world.externalIdInUse))
  // A repeated change, deletion or restoration does not conflict. Journeys test names of other entities.
  const isRepeatable =
    ['patch', 'put', 'delete'].includes(endpoint.method) || endpoint.path.endsWith('/restore')
  if (bodies.length === 0 && isRepeatable) return
  const send = (body: unknown) =>
    wire.send(requestOf(endpoint, { ...content, body }, credentials(endpoint, world)))
  if (bodies.length === 0) await send(content.body)
  for (const body of bodies.length === 0 ? [content.body] : bodies) {
    const answer = await send(body)
    assert.equal(answer.status, 409, answer.text)
  }
}

const isExternalId = ({ properties = {} }: Schema): boolean =>
  Object.keys(properties).sort().join() === 'external_id,source'

/** Checks that a body above the limit is refused by its header, before the body is sent. */
export async function checkTooLarge(endpoint: Endpoint, { app }: Arena, world: World) {
  const { method, path } = requestOf(endpoint, exampleIn(endpoint, world))
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(credentials(endpoint, world)).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json',
    `Content-Length: ${2 ** 30}`,
  ]
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
  // Nothing follows the head, so a server that waits for the body closes the connection without an answer.
  socket.end(`${head.join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.match(answer, /"error":"too_large"/)
}
