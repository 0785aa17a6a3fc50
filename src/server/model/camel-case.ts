import { isFields } from '../../engine/json/fields.ts'

interface Spelling {
  /** What stands under these keys is data of the caller's: its names are not ours to change. */
  readonly data: ReadonlySet<string>
  /** The SDK's own names. */
  readonly renamed?: ReadonlyMap<string, string>
}

/** Arguments as JavaScript SDKs spell them; templates have them with underscores, as providers' wires do. */
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
