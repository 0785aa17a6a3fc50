import assert from 'node:assert/strict'
import type { Endpoint } from '../../src/contract/index.ts'
import type { Arena } from './arena.ts'
import { exampleIn } from './entities.ts'
import { type Field, fieldsOf, type Step, withField, withoutField } from './fields.ts'
import { checkSane } from './internals.ts'
import { type Content, credentials, requestOf } from './request.ts'
import { inputSchema, type Place, places } from './schema.ts'
import type { Received } from './wire.ts'
import type { World } from './world.ts'
import { wrongValues } from './wrong-values.ts'

/**
 * Depth of the fields that get wrong values. Addresses have one level; list items in a query are plain texts.
 */
const depths: Readonly<Record<Place, number>> = { params: 1, query: 1, body: 5 }
const nameOfPlace: Readonly<Record<Place, string>> = { params: 'path', query: 'query', body: 'body' }

/** Checks that every kind of wrong value in every field answers 422, and that the detail names the field and the limit. */
export async function checkInvalidFields(endpoint: Endpoint, { wire }: Arena, world: World) {
  const content = exampleIn(endpoint, world)
  for (const { place, field, fault, value, limit } of mutations(endpoint)) {
    const changed =
      value === undefined ? withoutField(content[place], field) : withField(content[place], field, value)
    const sent = requestOf(endpoint, { ...content, [place]: changed }, credentials(endpoint, world))
    checkNamed(await wire.send(sent), [nameOfPlace[place], ...field.path], fault, limit)
  }
}

interface Mutation {
  readonly place: Place
  readonly field: Field
  readonly fault: string
  /** The wrong value; undefined to leave the field out. */
  readonly value: unknown
  readonly limit?: number | undefined
}

function* mutations(endpoint: Endpoint): Generator<Mutation> {
  for (const place of places) {
    const schema = inputSchema(endpoint, place)
    for (const field of schema ? fieldsOf(schema, depths[place]) : []) {
      if (field.required && place !== 'params') yield { place, field, fault: 'missing', value: undefined }
      for (const [fault, value, limit] of wrongValues(place, field.schema))
        yield { place, field, fault, value, limit }
    }
  }
}

function checkNamed({ status, body }: Received, loc: readonly Step[], fault: string, limit?: number) {
  const subject = `${loc.join('.')} ${fault}`
  assert.equal(status, 422, `${subject}: ${status} ${JSON.stringify(body)}`)
  const details = (body.detail as { loc: string[]; msg: string }[]).filter((detail) =>
    loc.every((step, index) => detail.loc[index] === String(step)),
  )
  assert.ok(details.length > 0, `${subject}: ${JSON.stringify(body)}`)
  const namesLimit = limit === undefined || details.some(({ msg }) => msg.includes(String(limit)))
  assert.ok(namesLimit, `${subject} names no limit: ${JSON.stringify(body)}`)
}

/** Checks bodies that are not objects. */
export async function checkInvalidBodies(endpoint: Endpoint, { wire }: Arena, world: World) {
  const content: Content = exampleIn(endpoint, world)
  const sent = requestOf(endpoint, content, credentials(endpoint, world))
  for (const [fault, body] of Object.entries(noObjects)) {
    if (endpoint.body?.safeParse(jsonOf(body)).success) continue
    const answer = await wire.send({ ...sent, body })
    checkSane(fault, body.toString('utf8'), answer)
    assert.equal(answer.status, 422, `${fault}: ${answer.status} ${answer.text}`)
    assert.deepEqual(answer.body.detail[0].loc, ['body'], `${fault}: ${answer.text}`)
  }
}

const noObjects: Readonly<Record<string, Buffer>> = {
  'nothing at all': Buffer.alloc(0),
  'no JSON': Buffer.from('{"name": '),
  'text after the JSON': Buffer.from('{} {}'),
  'a single quote': Buffer.from("{'name': 1}"),
  'wrong UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'a byte order mark': Buffer.from('\uFEFF{}'),
  'UTF-16': Buffer.from('{}', 'utf16le'),
  'a list': Buffer.from('[]'),
  text: Buffer.from('"text"'),
  'a number': Buffer.from('1'),
  null: Buffer.from('null'),
}

/** The JSON of a body; undefined for an empty one, and for invalid JSON a symbol, which no schema accepts. */
function jsonOf(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return Symbol('not JSON')
  }
}
