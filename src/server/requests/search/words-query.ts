/** Stands before the words of each request: no word of a text has a character of the private use area. */
export const workspaceWord = (workspace: number): string => `\uE000${workspace}`

/** The language of FTS5's `match`. Words hold letters and digits only, so quoting is enough. */
export const matchOf = (workspace: number, words: readonly string[]): string =>
  [`"${workspaceWord(workspace)}"`, ...words.map((word) => `"${word}"*`)].join(' AND ')

/** The same for `tsquery`. */
export const tsqueryOf = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ')
