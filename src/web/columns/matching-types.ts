import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { groups } from './kinds.ts'
import { names } from './type-names.ts'
import { sentences } from './type-sentences.ts'

export interface TypeGroup {
  readonly name: string
  readonly types: readonly ColumnTypeName[]
}

const has = (text: string, word: string) => text.toLowerCase().includes(word)

/** The types that match all words by name, sentence or group. A type whose name matches is in `best`. */
export function matchingTypes(
  find: string,
  without: ReadonlySet<ColumnTypeName> = new Set(),
): { readonly groups: readonly TypeGroup[]; readonly best: ColumnTypeName | undefined } {
  const words = find.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const matching = groups
    .map(({ name, types }) => ({
      name,
      types: types.filter(
        (type) =>
          !without.has(type) &&
          words.every((word) => has(`${names[type]} ${type} ${sentences[type]} ${name}`, word)),
      ),
    }))
    .filter(({ types }) => types.length > 0)
  const types = matching.flatMap((group) => group.types)
  const byName = types.find((type) => words.every((word) => has(`${names[type]} ${type}`, word)))
  const exact = types.find((type) => type.toLowerCase() === words[0])
  return { groups: matching, best: exact ?? byName ?? types[0] }
}
