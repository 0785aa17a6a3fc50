import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Endpoint, endpoints } from '../src/contract/index.ts'
import { inputSchema, type Place, places, type Schema } from './every-endpoint/schema.ts'

suite('every list and object of a request declares a maximum', () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[])
    test(endpoint.id, () =>
      assert.deepEqual(
        places.flatMap((place) => unboundedIn(endpoint, place)),
        [],
      ),
    )
})

/** Paths of lists without `maxItems` and of objects of free keys without `maxProperties`. */
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
