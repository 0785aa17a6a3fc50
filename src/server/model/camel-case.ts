import { isFields } from '../../engine/json/fields.ts'

interface Spelling {
  /** Keys whose values are data of the caller, in which names must not change. */
  readonly data: ReadonlySet<string>
  /** Names that the SDK spells differently. */
  readonly renamed?: ReadonlyMap<string, string>
}

/** Converts snake_case arguments of templates to the camelCase of JavaScript SDKs. */
export function camelCased(value: unknown, spelling: Spelling): unknown {
  if (Array.isArray(value)) return value.map((item) => camelCased(item, spelling))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      spelling.renamed?.get(name) ?? camel(name),
      spelling.data.has(name) ? item : camelCased(item, spelling),
    ]),
  )
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
