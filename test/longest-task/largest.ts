import type { Endpoint } from '../../src/contract/index.ts'
import { fieldsOf, withField } from '../every-endpoint/fields.ts'
import { sample } from '../every-endpoint/sample.ts'
import { alternatives, inputSchema, type Schema } from '../every-endpoint/schema.ts'

/** The limits that a body must not exceed. */
export interface Room {
  readonly bytes: number
  readonly values: number
}

type Kind = 'list' | 'object' | 'values' | 'text'

export interface LargestBody {
  /** The path of the field that is enlarged, and its kind. */
  readonly name: string
  readonly body: unknown
}

const depth = 3
/** Shorter texts take no noticeable time. */
const longText = 100_000

/** Bodies of an endpoint's example with one field at its limit: the first field of each kind. */
export function* largestBodies(endpoint: Endpoint, start: unknown, room: Room): Generator<LargestBody> {
  const schema = inputSchema(endpoint, 'body')
  const seen = new Set<Kind>()
  for (const field of schema ? fieldsOf(schema, depth) : [])
    for (const option of alternatives(field.schema)) {
      const kind = kindOf(option)
      if (!kind || seen.has(kind)) continue
      seen.add(kind)
      const body = withField(start, field, filled(option, kind, room))
      yield { name: `${field.path.join('.')} (${kind})`, body }
    }
}

function kindOf({ type, properties, const: only, enum: values, maxLength, format }: Schema): Kind | null {
  const types = [type].flat()
  if (only !== undefined || values || format) return null
  if (types.includes('array')) return 'list'
  if (types.includes('object')) return properties ? null : 'object'
  if (type === undefined) return 'values'
  return types.includes('string') && (maxLength ?? longText) >= longText ? 'text' : null
}

function filled(schema: Schema, kind: Kind, room: Room): unknown {
  const { items = {}, additionalProperties: rest, maxItems, maxProperties, maxLength = room.bytes } = schema
  if (kind === 'text') return 'x '.repeat(Math.min(maxLength, room.bytes) / 2)
  if (kind === 'list') {
    const item = sample(items)
    return Array.from({ length: countIn(room, item, 1, maxItems) }, () => item)
  }
  const value = typeof rest === 'object' && kind === 'object' ? sample(rest) : 0
  return withKeys(countIn(room, value, keySize, maxProperties), value)
}

const keySize = 14

export const withKeys = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]))

function countIn(
  { bytes, values }: Room,
  item: unknown,
  extra: number,
  most = Number.POSITIVE_INFINITY,
): number {
  return Math.floor(Math.min(most, bytes / (JSON.stringify(item).length + extra), values / valuesIn(item)))
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
}
