/** Offsets of a match; `to` is exclusive. */
export interface Match {
  readonly from: number
  readonly to: number
}

/** Finds values of one kind in a text. Its cost is linear in the text. */
export interface Detector {
  /** The text that replaces a value. */
  readonly label: string
  find(text: string): Iterable<Match>
  /** The same text for all spellings of one value, so that they get one pseudonym. */
  canonical(value: string): string
}

const wordCharacter = /[A-Za-z0-9_]/

/** Whether letters, digits or underscores of ASCII touch the match; texts in Chinese have no spaces. */
export const standsAlone = (text: string, from: number, to: number): boolean =>
  !wordCharacter.test(text.charAt(from - 1)) && !wordCharacter.test(text.charAt(to))

/** True inside identifiers such as `a716-4466` and decimals such as `0.4466`. */
export const continuesWord = (text: string, from: number): boolean =>
  /[-.]/.test(text.charAt(from - 1)) && wordCharacter.test(text.charAt(from - 2))

/** Matches of a pattern with bounded repetitions. */
export function* allMatches(pattern: RegExp, text: string): Generator<Match & { readonly value: string }> {
  for (const match of text.matchAll(pattern))
    yield { from: match.index, to: match.index + match[0].length, value: match[0] }
}

export const digitsOf = (value: string): string => value.replace(/\D/g, '')
