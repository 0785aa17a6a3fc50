/** What stands under these keys is data of the caller's: its names are not ours to change. */
const data = new Set([
  'args',
  'function_declarations',
  'labels',
  'properties',
  'response',
  'response_json_schema',
])

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The arguments as the JavaScript SDK spells them; templates have them as the Python SDK does. */
export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [camel(name), data.has(name) ? item : camelCased(item)]),
  )
}
