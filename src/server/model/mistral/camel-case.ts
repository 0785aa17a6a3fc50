/** JSON schemas and the like: their names are the caller's. */
const data = new Set(['arguments', 'metadata', 'parameters', 'schema'])

/** The SDK's own name for the schema of a response format. */
const renamed = new Map([['schema', 'schemaDefinition']])

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The arguments as the JavaScript SDK spells them; templates have them as Mistral's wire does. */
export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      renamed.get(name) ?? camel(name),
      data.has(name) ? item : camelCased(item),
    ]),
  )
}
