import type { JsonSchema } from './question.ts'

type Schema = Readonly<Record<string, unknown>>

const maxDepth = 12

/** The simplest value that a JSON Schema accepts; patterns are ignored. */
export function satisfying(schema: JsonSchema, root: JsonSchema = schema, depth = 0): unknown {
  if (typeof schema === 'boolean' || depth > maxDepth) return null
  const { $ref, const: constant, enum: values, default: defaultValue, allOf } = schema
  if (typeof $ref === 'string') return satisfying(resolve(root, $ref), root, depth + 1)
  if (constant !== undefined) return constant
  if (Array.isArray(values) && values.length > 0) return values[0]
  if (defaultValue !== undefined) return defaultValue
  if (Array.isArray(allOf))
    return satisfying(Object.assign({}, { ...schema, allOf: undefined }, ...allOf) as Schema, root, depth + 1)
  const branch = simplestBranch(schema['anyOf'] ?? schema['oneOf'], depth)
  if (branch !== undefined) return satisfying(branch, root, depth + 1)
  return ofType(typeOf(schema), schema, root, depth)
}

/** The first branch; below four levels `null` if it is a branch, because schemas may be recursive. */
function simplestBranch(branches: unknown, depth: number): JsonSchema | undefined {
  if (!Array.isArray(branches)) return undefined
  const nullBranch = branches.find((branch) => (branch as Schema)['type'] === 'null')
  return (depth > 4 && nullBranch) || branches[0]
}

function typeOf(schema: Schema): string {
  const { type } = schema
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  if (typeof first === 'string') return first.toLowerCase()
  if (schema['properties']) return 'object'
  return schema['items'] ? 'array' : 'string'
}

function ofType(type: string, schema: Schema, root: JsonSchema, depth: number): unknown {
  switch (type) {
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
      const required = schema['required'] as readonly string[] | undefined
      const filledProperties =
        depth > 4 && required ? properties.filter(([name]) => required.includes(name)) : properties
      return Object.fromEntries(
        filledProperties.map(([name, one]) => [name, satisfying(one, root, depth + 1)]),
      )
    }
    case 'array': {
      const minItems = Number(schema['minItems'] ?? (depth > 4 ? 0 : 1))
      return Array.from({ length: minItems }, () =>
        satisfying((schema['items'] ?? true) as JsonSchema, root, depth + 1),
      )
    }
    case 'integer':
      return Math.ceil(numberOf(schema, 1))
    case 'number':
      return numberOf(schema, 0.5)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(schema)
  }
}

function numberOf(schema: Schema, step: number): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    number
  >
  if (multipleOf !== undefined) return multipleOf * Math.ceil((minimum ?? multipleOf) / multipleOf)
  if (minimum !== undefined) return minimum
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + step
  if (maximum !== undefined) return Math.min(maximum, 1)
  return exclusiveMaximum === undefined ? 1 : Math.min(exclusiveMaximum - step, 1)
}

const formats: Record<string, string> = {
  date: '2026-11-20',
  time: '12:00:00Z',
  'date-time': '2026-11-20T12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function textOf({ format, minLength, maxLength }: Schema): string {
  const text = formats[String(format)] ?? 'text'
  return text.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? Number.POSITIVE_INFINITY))
}

function resolve(root: JsonSchema, reference: string): JsonSchema {
  const target = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((key) => key !== '')
    .reduce<unknown>((schema, key) => (schema as Schema | undefined)?.[key], root)
  return (target ?? true) as JsonSchema
}
