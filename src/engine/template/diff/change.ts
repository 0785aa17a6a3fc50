import type { Fields } from '../../json/fields.ts'
import type { Metadata, PromptTemplate } from '../blueprint/index.ts'

export type Version = { readonly template: PromptTemplate; readonly metadata: Metadata | null }

export type Path = readonly (string | number)[]

/**
 * One step from a version to another. As in JSON Patch (RFC 6902), indexes in a path refer to the list after the earlier
 * changes: 'added' inserts at the index, 'removed' deletes there. `before` is null for additions, `after` for removals.
 */
export type Change = {
  readonly path: Path
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: unknown
  readonly after: unknown
}

/** The keys that appear in JSON. */
export const keysOf = (value: Fields): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined)

/** A copy with `item` under `key`, which may be `__proto__`; undefined deletes the key. */
export function withKey(value: Fields, key: string, item: unknown): Fields {
  const entries = new Map(Object.entries(value))
  if (item === undefined) entries.delete(key)
  else entries.set(key, item)
  return Object.fromEntries(entries)
}
