import { storable } from '../storable.ts'

/** Roles in brackets before each message of the input text. */
export const messageRoles = [
  'system',
  'developer',
  'user',
  'assistant',
  'function',
  'tool',
  'placeholder',
] as const

/** Most characters of each text that are searched. */
const maxTextLength = 262_144
const maxWordLength = 64
const plainWord = /[a-z0-9]+/g
/** The number of words of one text that PostgreSQL can store, in any script. */
const maxWords = 4_000

/** Normalises a text for search: its first characters, in lower case. */
export const fold = (text: string): string => foldStorable(storable(text.slice(0, maxTextLength)))

/** Texts of Latin-1 characters alone are in composed form already. */
const beyondLatin = /[\u0100-\uffff]/

/** Composes characters, so that `é` as one or two characters is the same, and ignores case. */
export const foldStorable = (text: string): string =>
  (beyondLatin.test(text) ? text.normalize('NFC') : text).toLowerCase()

/** Scripts without spaces between words: each character is a word. The long-vowel mark belongs to two scripts. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
  .concat('\u30fc')
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu')
const unspacedRun = new RegExp(`(?:[${unspaced}]\\p{M}*){2,}`, 'gu')

/** Runs of such a script; searched literally, and indexed character by character. */
export const unspacedRuns = (folded: string): string[] => folded.match(unspacedRun) ?? []
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const plain = /^[\x00-\x7f]*$/

/** Whether every word of the text is contained in it literally. */
export const isPlain = (folded: string): boolean => plain.test(folded)

/** The distinct words of a folded text, without accents; the same for both databases. */
export function wordsOf(folded: string): string[] {
  const words = new Set<string>()
  for (const each of isPlain(folded)
    ? (folded.match(plainWord) ?? [])
    : (unaccented(folded).match(word) ?? [])) {
    words.add(each.length > maxWordLength ? clip(each) : each)
    if (words.size === maxWords) break
  }
  return [...words]
}

/** Texts this short have fewer words than the limit. */
export const isShort = (text: string): boolean => text.length <= 2 * maxWords

/**
 * Words of a folded text for an index that splits ASCII itself. ASCII text is passed unchanged, which halves
 * the time that logging costs this process.
 */
export const wordsOrText = (folded: string): string =>
  isShort(folded) && plain.test(folded) ? folded : wordsOf(folded).join(' ')

/** Whether a word is in a short ASCII text, or begins a word of it; the text is not split into words. */
export function hasPlainWord(text: string, word: string, isWhole: boolean): boolean {
  const { length } = word
  for (let offset = text.indexOf(word); offset >= 0; offset = text.indexOf(word, offset + 1)) {
    if (offset > 0 && isOfWord(text.charCodeAt(offset - 1))) continue
    // A word as long as the limit may be the beginning of a longer one.
    if (!isWhole || length >= maxWordLength || offset + length === text.length) return true
    if (!isOfWord(text.charCodeAt(offset + length))) return true
  }
  return false
}

const isOfWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

const unaccented = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()

const clip = (text: string): string => {
  const clipped = text.slice(0, maxWordLength)
  return clipped.isWellFormed() ? clipped : clipped.slice(0, -1)
}
