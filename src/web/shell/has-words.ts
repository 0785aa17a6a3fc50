/** True if a text has each of the words, in any order: "dark theme" finds "Theme: Dark". */
export const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.toLowerCase().includes(word))

/** Typed words in lower case, for `hasWords`. */
export const wordsOf = (typed: string): readonly string[] => typed.trim().toLowerCase().split(/\s+/)
