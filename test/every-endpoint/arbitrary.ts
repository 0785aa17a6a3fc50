import fc from 'fast-check'
import type { Endpoint } from '../../src/contract/index.ts'
import { idIn } from './entities.ts'
import { hostileJson, hostileTexts } from './hostile-values.ts'
import { type Content, exampleOf } from './request.ts'
import { sample } from './sample.ts'
import { alternatives, entityOf, inputSchema, type Place, type Schema } from './schema.ts'
import type { World } from './world.ts'

const maxDepth = 7
/** One value in this many violates the schema. */
const mutationOneIn = 15

/** Requests that are mostly valid, with some mutations. */
export function arbitraryContent(endpoint: Endpoint, world: World): fc.Arbitrary<Content> {
  const example = exampleOf(endpoint)
  const part = (place: Place) => {
    const schema = inputSchema(endpoint, place)
    return schema
      ? mutable(schema, world, place === 'body' ? mutation : textMutation, 0)
      : fc.constant(example[place])
  }
  const wellFormed = { params: part('params'), query: part('query'), body: part('body') }
  return fc.record(wellFormed) as fc.Arbitrary<Content>
}

const textMutation: fc.Arbitrary<unknown> = fc.constantFrom(...hostileTexts.filter((text) => text !== ''))
const mutation: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts, ...hostileJson),
  fc.jsonValue({ maxDepth: 2 }),
)

function mutable(
  schema: Schema,
  world: World,
  mutated: fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const asAsked = valid(schema, world, mutated, depth)
  return depth === 0
    ? asAsked
    : fc.oneof({ weight: mutationOneIn, arbitrary: asAsked }, { weight: 1, arbitrary: mutated })
}

function valid(
  schema: Schema,
  world: World,
  mutated: fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const entity = entityOf(schema)
  if (entity) return fc.constant(idIn(world, entity))
  if (depth > maxDepth) return fc.constant(sample(schema))
  return fc.oneof(...alternatives(schema).map((alternative) => plainOf(alternative, world, mutated, depth)))
}

function plainOf(
  schema: Schema,
  world: World,
  mutated: fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const below = (next: Schema) => mutable(next, world, mutated, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(schema, below)
    case 'array':
      return fc.array(below(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: lowest(schema, 0), max: Math.min(schema.maximum ?? 1000, 1000) })
    case 'number':
      return fc.double({ min: lowest(schema, -1e6), max: 1e13, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, below: (next: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties: rest } = schema
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, next]) => [name, below(next)]))
    return fc.record(fields, { requiredKeys: [...required] })
  }
  const values = typeof rest === 'object' ? below(rest) : fc.jsonValue({ maxDepth: 2 })
  return fc.dictionary(fc.string({ maxLength: 8 }), values, { maxKeys: 4, noNullPrototype: true })
}

function textOf({ format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uuid') return fc.uuid()
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
}

function lowest({ minimum, exclusiveMinimum }: Schema, usual: number): number {
  const low = exclusiveMinimum === undefined ? (minimum ?? usual) : exclusiveMinimum + 1
  return Math.max(low, -1e6)
}
