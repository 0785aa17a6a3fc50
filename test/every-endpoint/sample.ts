import { alternatives, type Schema } from './schema.ts'

const exampleByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T10:00:00Z',
  uuid: '3f2b8c1e-6a0d-4a53-9f6e-0c7d8e9fa1b2',
  uri: 'https://example.com/',
}

/** A small value that is valid by the schema. */
export function sample(schema: Schema): unknown {
  const [first = schema] = alternatives(schema).filter(({ type }) => type !== 'null')
  if (first.const !== undefined) return first.const
  if (first.enum) return first.enum[0]
  switch ([first.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (first.required ?? []).map((name) => [name, sample(first.properties?.[name] ?? {})]),
      )
    case 'array':
      return Array.from({ length: first.minItems ?? 0 }, () => sample(first.items ?? {}))
    case 'string':
      return exampleByFormat[first.format ?? ''] ?? 'x'.repeat(Math.max(first.minLength ?? 0, 1))
    case 'integer':
    case 'number':
      return first.minimum ?? (first.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'anything'
  }
}
