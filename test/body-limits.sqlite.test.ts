import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Endpoint, endpoints } from '../src/contract/index.ts'
import { detailsOf } from '../src/engine/details.ts'
import { validate } from '../src/server/http/validation.ts'
import { type Field, fieldsOf, withField } from './every-endpoint/fields.ts'
import { documentedSchema } from './every-endpoint/openapi-schema.ts'
import { sample } from './every-endpoint/sample.ts'
import { alternatives, inputSchema, type Place, places, type Schema } from './every-endpoint/schema.ts'
import { withKeys } from './longest-task/largest.ts'

suite('every list and object of a request declares a maximum', () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[])
    test(endpoint.id, () =>
      assert.deepEqual(
        places.flatMap((place) => unboundedIn(endpoint, place)),
        [],
      ),
    )
})

/** Paths of lists without `maxItems` and of records without `maxProperties`. */
function unboundedIn(endpoint: Endpoint, place: Place): string[] {
  const schema = inputSchema(endpoint, place)
  return schema ? [...new Set(unbounded(schema, place, new Set()))] : []
}

function* unbounded(schema: Schema, path: string, seen: Set<Schema>): Generator<string> {
  if (seen.has(schema)) return
  seen.add(schema)
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    yield* unbounded(option, path, seen)
  const { properties, additionalProperties: rest, items, prefixItems, maxItems, maxProperties } = schema
  const types = [schema.type].flat()
  if (types.includes('array') && maxItems === undefined && !prefixItems) yield `${path}[]`
  if (types.includes('object') && !properties && !hasNamedKeys(schema) && maxProperties === undefined)
    yield `${path}{}`
  for (const item of [...(prefixItems ?? []), ...(items ? [items] : [])])
    yield* unbounded(item, `${path}[]`, seen)
  if (typeof rest === 'object') yield* unbounded(rest, `${path}{}`, seen)
  for (const [name, next] of Object.entries(properties ?? {})) yield* unbounded(next, `${path}.${name}`, seen)
}

const hasNamedKeys = ({ propertyNames }: Schema): boolean => propertyNames?.enum !== undefined

/** The engine refuses too many items with the id of the span: see test/journeys/spans-bulk.test.ts. */
const checkedByTheEngine = ['createSpansBulk']

suite('a list or object with one more than the maximum in openapi.json is refused with its path and that maximum', () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[])
    if (!checkedByTheEngine.includes(endpoint.id))
      test(endpoint.id, () =>
        assert.deepEqual(
          places.flatMap((place) => [...unnamedLimits(endpoint, place)]),
          [],
        ),
      )
})

const locations = { params: 'path', query: 'query', body: 'body' } as const
const depth = 5

/** Fields whose maximum is not enforced, or whose refusal lacks the path or the maximum. */
function* unnamedLimits(endpoint: Endpoint, place: Place): Generator<string> {
  const documented = documentedSchema(endpoint, place)
  if (!documented) return
  const start = (endpoint.example as Partial<Record<Place, unknown>>)[place] ?? {}
  for (const [field, option, most] of limitsIn(documented)) {
    const tooLarge = withField(start, field, oneMoreThan(option, most))
    const { error } = validate(endpoint[place]!, tooLarge, 0)
    const loc = [locations[place], ...field.path].map(String)
    const details = error ? detailsOf(error, [locations[place]]) : []
    const isNamed = details.some(
      (detail) => loc.every((step, index) => detail.loc[index] === step) && detail.msg.includes(String(most)),
    )
    if (!isNamed) yield `${loc.join('.')}: ${most}, ${details[0]?.msg ?? 'accepted'}`
  }
}

/** Each alternative with a maximum, once. */
function* limitsIn(schema: Schema): Generator<[Field, Schema, most: number]> {
  const seen = new Set<Schema>()
  for (const field of fieldsOf(schema, depth))
    for (const option of alternatives(field.schema)) {
      const most = option.maxItems ?? option.maxProperties
      if (most === undefined || seen.has(option)) continue
      seen.add(option)
      yield [field, option, most]
    }
}

function oneMoreThan({ maxItems, items = {}, additionalProperties: rest }: Schema, most: number): unknown {
  if (maxItems !== undefined) return Array(most + 1).fill(sample(items))
  return withKeys(most + 1, sample(typeof rest === 'object' ? rest : {}))
}
