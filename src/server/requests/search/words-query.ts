import { workspaceWord } from '../../../engine/search/index.ts'

/** A word that is looked for, and the words of the index that it stands for; null: all that begin with it. */
export interface SoughtWord {
  readonly text: string
  readonly terms: readonly string[] | null
}

/** The language of FTS5's `match`. Words hold letters and digits only, so quoting is enough. */
export const matchOf = (workspace: number, words: readonly SoughtWord[]): string =>
  [`"${workspaceWord(workspace)}"`, ...words.map(matchOfWord)].join(' AND ')

function matchOfWord({ text, terms }: SoughtWord): string {
  if (terms === null) return `"${text}"*`
  // Of no word at all: the word itself, which is not there either.
  return terms.length === 0 ? `"${text}"` : `(${terms.map((term) => `"${term}"`).join(' OR ')})`
}

/** The same for `tsquery`. */
export const tsqueryOf = (words: readonly SoughtWord[]): string =>
  words.map(({ text, terms }) => (terms === null ? `'${text}':*` : `'${text}'`)).join(' & ')
