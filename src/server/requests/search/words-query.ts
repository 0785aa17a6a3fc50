import type { SearchWord } from '../../../engine/search/index.ts'

/** Stands before the words of each request: no word of a text has a character of the private use area. */
export const workspaceWord = (workspace: number): string => `\uE000${workspace}`

/** The language of FTS5's `match`. Words hold letters and digits only, so quoting is enough. */
export const matchOf = (workspace: number, words: readonly SearchWord[]): string =>
  [
    `"${workspaceWord(workspace)}"`,
    ...words.map(({ text, isWhole }) => `"${text}"${isWhole ? '' : '*'}`),
  ].join(' AND ')

/** The same for `tsquery`. */
export const tsqueryOf = (words: readonly SearchWord[]): string =>
  words.map(({ text, isWhole }) => `'${text}'${isWhole ? '' : ':*'}`).join(' & ')
