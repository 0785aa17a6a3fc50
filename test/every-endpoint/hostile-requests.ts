import { type Endpoint, endpoints } from '../../src/contract/index.ts'
import { exampleIn } from './entities.ts'
import { type Field, fieldsOf, withField } from './fields.ts'
import { testsContract } from './for-this-engine.ts'
import {
  bulkTexts,
  deepList,
  hostileBulk,
  hostileJson,
  hostileTexts,
  jsonToStore,
  textsToStore,
} from './hostile-values.ts'
import { Raw } from './raw.ts'
import { type Content, credentials, encoded, requestOf } from './request.ts'
import { accepts, inputSchema, isOfType, jsonType, type Place, places } from './schema.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

/** A hostile request. Without contents the address is malformed on purpose. */
export type Hostile = readonly [what: string, sent: Sent, content?: Content]

const depths: Readonly<Record<Place, number>> = { params: 1, query: 1, body: 5 }
/**
 * Number of values that each field gets, in turn from all values. The same code parses and stores the fields
 * of some hundred endpoints, so together they get every value many times. Operations whose answers are
 * compared with what was sent get every value in every field.
 */
const some = 16
/** Fields below this depth are stored in documents, and one function encodes all documents. */
const wholeDepth = 1
const few = 3
/** Number of values of wrong types for each field; `invalid-input.ts` tests all wrong types. */
const fewOfOtherTypes = 4
/** Depth of template texts, which are the texts of blocks. */
const textDepth = 7

/**
 * Requests with hostile values in every field of an endpoint. Values that are parsed before they reach a
 * database are sent on one engine only.
 */
export function* hostileRequests(endpoint: Endpoint, world: World, isCompared: boolean): Generator<Hostile> {
  const most = isCompared ? Number.POSITIVE_INFINITY : some
  for (const place of places)
    for (const field of fieldsAt(endpoint, place, depths[place]))
      for (const value of valuesFor(place, field, most)) yield hostile(endpoint, world, place, field, value)
  const text = textField(endpoint)
  if (text) for (const value of everyValue) yield hostile(endpoint, world, 'body', text, value)
  for (const value of endpoint.body ? inTurn(hostileJson, few) : []) yield hostileBody(endpoint, world, value)
  for (const end of inTurn(ends, few)) yield* hostileAddresses(endpoint, world, end)
}

const typedBulk = hostileBulk.map((value) => ({ value, type: jsonType(JSON.parse(value.text)) }))

const kindOf = ({
  keepsOriginal,
  keepsLoggedNumbers,
  keepsNumbers,
  leavesLargeUnparsed,
  ...kinds
}: Endpoint) =>
  JSON.stringify([
    ...[keepsOriginal, keepsLoggedNumbers, keepsNumbers, leavesLargeUnparsed],
    ...[kinds.binary, kinds.multipart, kinds.streamed],
  ])
/**
 * One endpoint for each way to read a body. Bodies that are no object of the contract do not reach other code, so only these
 * endpoints get all of them.
 */
const firstOfItsKind = new Map(
  Object.values<Endpoint>(endpoints)
    .filter(({ body }) => body)
    .toReversed()
    .map((one) => [kindOf(one), one]),
)

/** Requests with values so large that later calls become slow; each has a world of its own. */
export function bulkRequests(endpoint: Endpoint): ((world: World) => Hostile)[] {
  if (!endpoint.body) return []
  const text = textField(endpoint)
  const enormous = text ? bulkTexts.map((value) => ({ field: text, value })) : []
  const fields = fieldsAt(endpoint, 'body', 1).flatMap((field) =>
    typedBulk.filter(({ type }) => accepts(field.schema, type)).map(({ value }) => ({ field, value })),
  )
  const isFirst = firstOfItsKind.get(kindOf(endpoint)) === endpoint
  const bodies = [deepList, ...hostileBulk].filter(
    (value) => isFirst || (value !== deepList && endpoint.body!.safeParse(JSON.parse(value.text)).success),
  )
  return [
    ...bodies.map((value) => (world: World) => hostileBody(endpoint, world, value)),
    ...[...enormous, ...fields].map(
      ({ field, value }) =>
        (world: World) =>
          hostile(endpoint, world, 'body', field, value),
    ),
  ]
}

function fieldsAt(endpoint: Endpoint, place: Place, depth: number): Field[] {
  const schema = inputSchema(endpoint, place)
  return schema ? fieldsOf(schema, depth) : []
}

function textField(endpoint: Endpoint): Field | undefined {
  return fieldsAt(endpoint, 'body', textDepth).find(({ path }) => path.at(-1) === 'text')
}

function hostile(endpoint: Endpoint, world: World, place: Place, field: Field, value: unknown): Hostile {
  const content = exampleIn(endpoint, world)
  const changed = { ...content, [place]: withField(content[place], field, value) }
  return [
    `${field.path.join('.')} = ${shown(value)}`,
    requestOf(endpoint, changed, credentials(endpoint, world)),
    changed,
  ]
}

function hostileBody(endpoint: Endpoint, world: World, value: Raw): Hostile {
  const content = { ...exampleIn(endpoint, world), body: value }
  return [`body = ${shown(value)}`, requestOf(endpoint, content, credentials(endpoint, world)), content]
}

const texts = testsContract ? hostileTexts : textsToStore
const everyValue: readonly unknown[] = [...texts, ...(testsContract ? hostileJson : jsonToStore)]
const types = new Map(
  everyValue.map((value) => [value, jsonType(value instanceof Raw ? JSON.parse(value.text) : value)]),
)
let turn = 0

function valuesFor(place: Place, { path, schema }: Field, most: number): readonly unknown[] {
  if (place === 'params') return inTurn(texts, most).filter((text) => text !== '')
  if (place === 'query') return inTurn(texts, most)
  if (path.length > wholeDepth) return inTurn(everyValue, few)
  const accepted = everyValue.filter((value) => isOfType(schema, types.get(value)!))
  const others = everyValue.filter((value) => !accepted.includes(value))
  return [...inTurn(accepted, most), ...inTurn(others, fewOfOtherTypes)]
}

/** The next `count` values in turn, so that the fields together get all values. */
function inTurn<T>(values: readonly T[], count: number): readonly T[] {
  return Array.from({ length: Math.min(count, values.length) }, () => values[turn++ % values.length]!)
}

function shown(value: unknown): string {
  return value instanceof Raw ? value.text.slice(0, 60) : JSON.stringify(value).slice(0, 60)
}

/** Malformed ends of addresses. */
const ends = [
  '%',
  '%zz',
  '%ff',
  '%c0%ae',
  '%00',
  '%2f..%2f',
  '//',
  ';a=b',
  '%252e',
  encoded('x'.repeat(7_000)),
]

/** Requests with malformed addresses: the end is added to the last path parameter and to the query. */
function* hostileAddresses(endpoint: Endpoint, world: World, end: string): Generator<Hostile> {
  const sent = requestOf(endpoint, exampleIn(endpoint, world), credentials(endpoint, world))
  yield [`path + ${end.slice(0, 20)}`, { ...sent, path: `${sent.path}${end}` }]
  yield [
    `query ${end.slice(0, 20)}`,
    { ...sent, path: `${sent.path}?label=${end}&${end}=1&__proto__=${end}` },
  ]
}
