import { z } from 'zod'
import type { Endpoint, Entity } from '../../src/contract/index.ts'

export type Place = 'params' | 'query' | 'body'
export const places: readonly Place[] = ['params', 'query', 'body']

/** The JSON schema of an endpoint's input, with references resolved; recursive shapes are cycles of objects. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly prefixItems?: readonly Schema[]
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly propertyNames?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly entity?: Entity
}

type Json = Record<string, unknown>

/** The schema of an endpoint's input. Unlike the OpenAPI document it has the entity marks. */
export function inputSchema(endpoint: Endpoint, place: Place): Schema | undefined {
  const schema = endpoint[place]
  if (!schema) return undefined
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { wire, entity } = z.globalRegistry.get(zodSchema) ?? {}
      if (!wire) return
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key]
      Object.assign(jsonSchema, wire, entity && { entity })
    },
  }) as Json & { $defs?: Json }
  return resolved(root, $defs, new Map()) as Schema
}

/** The node with references replaced by the definitions that they name; recursive shapes become cycles. */
export function resolved(node: unknown, definitions: Json, resolvedNodes: Map<unknown, unknown>): unknown {
  if (typeof node !== 'object' || node === null) return node
  const cached = resolvedNodes.get(node)
  if (cached) return cached
  const target = (node as Json)['$ref']
  if (typeof target === 'string')
    return resolved(definitions[target.slice(target.lastIndexOf('/') + 1)], definitions, resolvedNodes)
  const copy = Array.isArray(node) ? [] : {}
  resolvedNodes.set(node, copy)
  for (const [key, value] of Object.entries(node))
    (copy as Json)[key] = resolved(value, definitions, resolvedNodes)
  return copy
}

/** The alternatives of a schema, with nested unions flattened. */
export function alternatives(schema: Schema): readonly Schema[] {
  const options = schema.anyOf ?? schema.oneOf
  return options ? options.flatMap(alternatives) : [schema]
}

/** JSON types of the schema; undefined if it accepts any. */
export function typesOf(schema: Schema): ReadonlySet<string> | undefined {
  const types = alternatives(schema).map(({ type, const: value, enum: values }) => {
    if (type !== undefined) return [type].flat() as string[]
    if (value !== undefined) return [jsonType(value)]
    return values?.map(jsonType)
  })
  return types.includes(undefined) ? undefined : new Set(types.flatMap((some) => some ?? []))
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

export function accepts(schema: Schema, type: string): boolean {
  const types = typesOf(schema)
  return types === undefined || types.has(type) || (type === 'integer' && types.has('number'))
}

/**
 * Whether a value has a JSON type that the schema accepts. A fraction for an integer is invalid, but has the
 * right type.
 */
export const isOfType = (schema: Schema, type: string): boolean =>
  accepts(schema, type) || (type === 'number' && accepts(schema, 'integer'))

export function entityOf(schema: Schema): Entity | undefined {
  return schema.entity ?? alternatives(schema).find(({ entity }) => entity)?.entity
}
