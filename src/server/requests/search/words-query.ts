import { workspaceWord } from '../../../engine/search/index.ts'

/** A word of the query, and the indexed words that match it; null: all words with this prefix. */
export interface SearchedWord {
  readonly text: string
  readonly terms: readonly string[] | null
}

/** The words in the `match` syntax of FTS5. Words have only letters and digits, so quotes are enough. */
export const matchOf = (workspace: number, words: readonly SearchedWord[]): string =>
  [`"${workspaceWord(workspace)}"`, ...words.map(matchOfWord)].join(' AND ')

function matchOfWord({ text, terms }: SearchedWord): string {
  if (terms === null) return `"${text}"*`
  // If the index has no such word, the text itself is searched, which matches nothing.
  return terms.length === 0 ? `"${text}"` : `(${terms.map((term) => `"${term}"`).join(' OR ')})`
}

export const tsqueryOf = (words: readonly SearchedWord[]): string =>
  words.map(({ text, terms }) => (terms === null ? `'${text}':*` : `'${text}'`)).join(' & ')
