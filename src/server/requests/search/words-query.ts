import { workspaceWord } from '../../../engine/search/index.ts'

/** A word of the query and the indexed words that it matches; null: all words with this prefix. */
export interface SearchedWord {
  readonly text: string
  readonly terms: readonly string[] | null
}

/** FTS5 `match` syntax. Words are letters and digits only, so quoting is enough. */
export const matchOf = (workspace: number, words: readonly SearchedWord[]): string =>
  [`"${workspaceWord(workspace)}"`, ...words.map(matchOfWord)].join(' AND ')

function matchOfWord({ text, terms }: SearchedWord): string {
  if (terms === null) return `"${text}"*`
  // No indexed word: the text itself, which matches nothing.
  return terms.length === 0 ? `"${text}"` : `(${terms.map((term) => `"${term}"`).join(' OR ')})`
}

/** The same as a `tsquery`. */
export const tsqueryOf = (words: readonly SearchedWord[]): string =>
  words.map(({ text, terms }) => (terms === null ? `'${text}':*` : `'${text}'`)).join(' & ')
