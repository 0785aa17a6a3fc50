/** JSON schemas of the builder: objects with properties, arrays with items, and plain values. */

export type Schema = Readonly<Record<string, unknown>>

export const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const
export type SchemaType = (typeof types)[number]

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that combine schemas or refer to others; a row cannot show them. */
const unsupportedKeywords = [
  '$ref',
  '$defs',
  'definitions',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'const',
  'patternProperties',
  'prefixItems',
  'dependentSchemas',
  'dependentRequired',
]
const maxDepth = 8

/** Keywords that a row edits. The row keeps all other keywords and lists their names. */
const shownKeywords = new Set([
  'type',
  'description',
  'enum',
  'properties',
  'required',
  'items',
  'additionalProperties',
])

/** The type without null; undefined for a type without a form. */
export function typeOf({ type }: Schema): SchemaType | undefined {
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')
  return names.length === 1 ? types.find((known) => known === names[0]) : undefined
}

export const mayBeNull = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

export const propertiesOf = ({ properties }: Schema): [string, Schema][] =>
  isSchema(properties) ? (Object.entries(properties) as [string, Schema][]) : []

export const requiredOf = ({ required }: Schema): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

export const otherKeywords = (schema: Schema): string[] =>
  Object.keys(schema).filter((keyword) => !shownKeywords.has(keyword))

/** Why the builder cannot show a schema; null if it can. */
export function unsupportedReason(schema: unknown, path = '', depth = 0): string | null {
  const subject = path === '' ? 'the schema' : path
  if (!isSchema(schema)) return `${subject} is not an object`
  if (depth > maxDepth) return `${subject} is nested deeper than ${maxDepth} levels`
  const keyword = unsupportedKeywords.find((name) => Object.hasOwn(schema, name))
  if (keyword) return `${subject} has ${keyword}`
  const type = typeOf(schema)
  if (!type) return `${subject} has ${'type' in schema ? 'several types' : 'no type'}`
  if (depth === 0 && type !== 'object') return `${subject} is not of type object`
  if ('enum' in schema && !isShownEnum(schema))
    return `${subject} has allowed values that are objects or lists`
  if ('properties' in schema && !isSchema(schema['properties']))
    return `${subject} has properties that are not an object`
  if (type === 'array' && 'items' in schema) return unsupportedReason(schema['items'], `${path}[]`, depth + 1)
  for (const [name, property] of propertiesOf(schema)) {
    const reason = unsupportedReason(property, path === '' ? name : `${path}.${name}`, depth + 1)
    if (reason) return reason
  }
  return null
}

/** Whether a comma-separated field can show the allowed values without changing them. */
function isShownEnum(schema: Schema): boolean {
  const values = schema['enum']
  if (!Array.isArray(values)) return false
  return typeOf(schema) === 'string'
    ? values.every(
        (value) =>
          typeof value === 'string' && value !== '' && value === value.trim() && !value.includes(','),
      )
    : typeOf(schema) !== 'boolean' && values.every((value) => typeof value === 'number')
}

/** The schema with a keyword set, or without it. */
export function withKeyword(schema: Schema, keyword: string, value: unknown): Schema {
  const { [keyword]: _before, ...rest } = schema
  return value === undefined
    ? rest
    : Object.hasOwn(schema, keyword)
      ? { ...schema, [keyword]: value }
      : { ...rest, [keyword]: value }
}

export const withProperties = (schema: Schema, properties: readonly (readonly [string, Schema])[]): Schema =>
  withKeyword(schema, 'properties', Object.fromEntries(properties))

export function withRequired(schema: Schema, name: string, isRequired: boolean): Schema {
  const others = requiredOf(schema).filter((required) => required !== name)
  const order = propertiesOf(schema).map(([key]) => key)
  const required = (isRequired ? [...others, name] : others).toSorted(
    (left, right) => order.indexOf(left) - order.indexOf(right),
  )
  return withKeyword(
    schema,
    'required',
    required.length === 0 && !('required' in schema) ? undefined : required,
  )
}

export function withPropertyRenamed(schema: Schema, from: string, to: string): Schema {
  const isRequired = requiredOf(schema).includes(from)
  const properties = propertiesOf(schema).map(
    ([name, property]) => [name === from ? to : name, property] as const,
  )
  return withRequired(withProperties(withRequired(schema, from, false), properties), to, isRequired)
}

export const withoutProperty = (schema: Schema, name: string): Schema =>
  withProperties(
    withRequired(schema, name, false),
    propertiesOf(schema).filter(([key]) => key !== name),
  )

/** Changes the type of a schema: the description stays, and keywords of the previous type are dropped. */
export function withType(schema: Schema, type: SchemaType, isStrict: boolean): Schema {
  const { description } = schema
  const typeNames = mayBeNull(schema) ? [type, 'null'] : type
  const common = { type: typeNames, ...(description !== undefined && { description }) }
  if (type === 'object') return { ...common, ...blankObject(isStrict), type: typeNames }
  return type === 'array' ? { ...common, items: { type: 'string' } } : common
}

export const blankObject = (isStrict: boolean): Schema => ({
  type: 'object',
  properties: {},
  required: [],
  ...(isStrict && { additionalProperties: false }),
})

/** A free name for a new property. */
export function freeName(schema: Schema, stem: string): string {
  const usedNames = new Set(propertiesOf(schema).map(([name]) => name))
  if (!usedNames.has(stem)) return stem
  let number = 2
  while (usedNames.has(`${stem}_${number}`)) number++
  return `${stem}_${number}`
}

/** The allowed values of a comma-separated text; undefined for none. */
export function readEnum(text: string, type: SchemaType): readonly unknown[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const values = type === 'string' ? parts : parts.map(Number).filter((number) => Number.isFinite(number))
  return values.length === 0 ? undefined : [...new Set<unknown>(values)]
}
