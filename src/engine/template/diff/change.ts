import type { Fields } from '../../json/fields.ts'
import type { Metadata, PromptTemplate } from '../blueprint/index.ts'

export type Version = { readonly template: PromptTemplate; readonly metadata: Metadata | null }

export type Path = readonly (string | number)[]

/**
 * One step of turning a version into another. As in JSON Patch (RFC 6902), an index in a path counts
 * in the list as the changes before it leave it: 'added' puts an item in there, 'removed' takes it
 * out. `before` is null when something is added, `after` when something is removed.
 */
export type Change = {
  readonly path: Path
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: unknown
  readonly after: unknown
}

/** The keys that JSON would show. */
export const keysOf = (value: Fields): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined)

/** A copy in which `key` has that value, whatever the key is called; undefined takes it out. */
export function withKey(value: Fields, key: string, item: unknown): Fields {
  const entries = new Map(Object.entries(value))
  if (item === undefined) entries.delete(key)
  else entries.set(key, item)
  return Object.fromEntries(entries)
}
