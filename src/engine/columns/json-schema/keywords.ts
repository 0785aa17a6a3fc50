import type { JsonObject } from '../../json/json.ts'
import { isObject } from '../values/coercions.ts'

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const oneSchema = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
]
const listsOfSchemas = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']
const objectsOfSchemas = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']

/** The schemas directly inside a schema, with their paths. */
export function* innerSchemas(schema: JsonObject): Generator<{ path: readonly string[]; schema: unknown }> {
  for (const key of oneSchema) {
    if (schema[key] !== undefined && !Array.isArray(schema[key])) yield { path: [key], schema: schema[key] }
  }
  for (const key of listsOfSchemas) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [index, inner] of list.entries()) yield { path: [key, String(index)], schema: inner }
  }
  for (const key of objectsOfSchemas) {
    const inside = schema[key]
    if (!isObject(inside)) continue
    for (const [name, inner] of Object.entries(inside)) yield { path: [key, name], schema: inner }
  }
}
