import { maxValues } from '../../src/engine/limits.ts'
import { sample } from './sample.ts'
import { accepts, alternatives, isOfType, type Place, type Schema } from './schema.ts'

const valueByType: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1.5,
  boolean: true,
  null: null,
  object: {},
  array: [],
}

/** An invalid value of a field: its error, the value, and the limit that it exceeds. */
export type WrongValue = readonly [what: string, value: unknown, limit?: number]

export function wrongValues(place: Place, schema: Schema): WrongValue[] {
  return place === 'body'
    ? [...wrongTypes(schema), ...outOfBounds(schema), ...tooMany(schema)]
    : wrongTexts(place, schema)
}

function wrongTypes(schema: Schema): WrongValue[] {
  return Object.entries(valueByType)
    .filter(([type]) => !isOfType(schema, type))
    .map(([type, value]) => [type, value] as const)
}

/** Lists and objects of one item too many, if the body may have so many values. */
function tooMany(schema: Schema): WrongValue[] {
  const wrong: WrongValue[] = []
  for (const { maxItems, items, maxProperties, additionalProperties: rest } of alternatives(schema)) {
    const item = sample(items ?? (typeof rest === 'object' ? rest : {}))
    const limit = maxItems ?? maxProperties
    if (limit === undefined || limit * valuesIn(item) >= maxValues) continue
    const many = Array.from({ length: limit + 1 }, (_, index) => [`key ${index}`, item] as const)
    wrong.push(['too many', maxItems === undefined ? Object.fromEntries(many) : many.map(() => item), limit])
  }
  return wrong
}

const valuesIn = (value: unknown): number => JSON.stringify(value).split(/[,[{]/).length

/** Values outside the bounds of a schema, if no other alternative accepts them. */
function outOfBounds(union: Schema): WrongValue[] {
  const options = alternatives(union).filter(({ type }) => type !== 'null')
  const [schema] = options
  if (!schema || options.length > 1) return []
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, minLength, maxLength } = schema
  const wrong: WrongValue[] = []
  const low = exclusiveMinimum ?? (minimum === undefined ? undefined : minimum - 1)
  const high = exclusiveMaximum ?? (maximum === undefined ? undefined : maximum + 1)
  if (low !== undefined && Number.isSafeInteger(low)) wrong.push(['too small', low])
  if (high !== undefined && Number.isSafeInteger(high))
    wrong.push(['too large', high, exclusiveMaximum ?? maximum])
  if (schema.type === 'integer') wrong.push(['a fraction', 1.5])
  if (minLength) wrong.push(['too short', 'x'.repeat(minLength - 1)])
  if (maxLength !== undefined) wrong.push(['too long', 'x'.repeat(maxLength + 1), maxLength])
  if (schema.enum || schema.const !== undefined) wrong.push(['no such choice', 'no such choice'])
  if (schema.format === 'date-time') wrong.push(['not a time', 'yesterday'])
  return wrong
}

/** Invalid texts for addresses, which hold only text. An empty path parameter would be another address. */
function wrongTexts(place: Place, schema: Schema): WrongValue[] {
  const wrong = outOfBounds(schema).filter(([, value]) => value !== '')
  const types = ['integer', 'number', 'boolean'].filter((type) => accepts(schema, type))
  if (types.length > 0 && !accepts(schema, 'string')) wrong.push(['text', 'text'])
  if (place === 'query' && !accepts(schema, 'array'))
    wrong.push(['given twice', [first(schema), first(schema)]])
  return wrong
}

const first = (schema: Schema): unknown => alternatives(schema)[0]?.enum?.[0] ?? '1'
