import type { Json, JsonObject } from '../../json/json.ts'
import { PatternError } from '../../patterns/pattern-error.ts'
import { compileRegex, type Regex } from '../../patterns/regex/index.ts'
import { isList, isObject } from '../values/coercions.ts'

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
function* innerSchemas(schema: JsonObject): Generator<{ path: readonly string[]; schema: unknown }> {
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

const MAX_SCHEMAS = 10_000
const MAX_DEPTH = 100
const unsupportedKeywords = ['$dynamicRef', '$recursiveRef', 'unevaluatedItems', 'unevaluatedProperties']

/** A schema with compiled patterns and resolved references. */
export interface PreparedSchema {
  readonly root: Json
  readonly patterns: ReadonlyMap<string, Regex>
}

/** An unusable schema; the message says where and why. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/**
 * Reads a JSON Schema (draft 2020-12, or 07 where they differ) once, so that checks cannot fail. `problemOf` adds
 * checks.
 */
export function prepareSchema(
  root: Json,
  problemOf: (schema: JsonObject) => string | null = () => null,
): PreparedSchema {
  const patterns = new Map<string, Regex>()
  let count = 0
  const visit = (schema: unknown, path: readonly string[]): void => {
    if (++count > MAX_SCHEMAS || path.length > MAX_DEPTH) throw new SchemaError('The schema is too large')
    if (typeof schema === 'boolean') return
    const subject = path.length === 0 ? 'The schema' : `The schema at /${path.join('/')}`
    if (!isObject(schema as Json)) throw new SchemaError(`${subject} must be an object, true or false`)
    const object = schema as JsonObject
    const unsupported = unsupportedKeywords.find((keyword) => object[keyword] !== undefined)
    if (unsupported !== undefined)
      throw new SchemaError(`${subject} has ${unsupported}, which is not supported`)
    const problem = problemOf(object)
    if (problem !== null) throw new SchemaError(`${subject}: ${problem}`)
    for (const pattern of patternsIn(object)) compile(pattern, patterns, subject)
    checkReference(object['$ref'], root, subject)
    for (const inner of innerSchemas(object)) visit(inner.schema, [...path, ...inner.path])
  }
  visit(root, [])
  return { root, patterns }
}

function patternsIn(schema: JsonObject): string[] {
  const { pattern, patternProperties } = schema
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : []
  return typeof pattern === 'string' ? [...patterns, pattern] : patterns
}

function compile(pattern: string, patterns: Map<string, Regex>, subject: string): void {
  if (patterns.has(pattern)) return
  try {
    const regex = compileRegex(pattern)
    if (regex.search('') === 'needs-backtracking')
      throw new PatternError('has a lookaround or a back-reference')
    patterns.set(pattern, regex)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw new SchemaError(`${subject} has a pattern that ${error.message}`)
  }
}

function checkReference(reference: Json | undefined, root: Json, subject: string): void {
  if (reference === undefined) return
  if (typeof reference !== 'string' || resolve(root, reference) === undefined) {
    throw new SchemaError(`${subject} has a $ref to a schema that it does not contain`)
  }
}

/** The schema that `#` or `#/…` refers to; undefined if it does not exist. */
export function resolve(root: Json, reference: string): Json | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let schema: Json | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (isList(schema)) schema = schema[Number(key)]
    else schema = isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined
  }
  return typeof schema === 'boolean' || isObject(schema) ? schema : undefined
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
