import { storable } from '../storable.ts'

/** The input text of a request has the role of each message in brackets before it. */
export const messageRoles = [
  'system',
  'developer',
  'user',
  'assistant',
  'function',
  'tool',
  'placeholder',
] as const

/** Texts are compared without regard to case, and only so much of each is looked at. */
const longestText = 262_144
const longestWord = 64
const plainWord = /[a-z0-9]+/g
/** What PostgreSQL can hold of one text's words, whatever their letters. */
const mostWords = 4_000

/** A text as search compares it: the beginning that counts, in small letters. */
export const fold = (text: string): string => foldStorable(storable(text.slice(0, longestText)))

/** What is in Latin-1 has no other form. */
const beyondLatin = /[\u0100-\uffff]/

/** A letter is the same however it is encoded: `é` in one character or in two. */
export const foldStorable = (text: string): string =>
  (beyondLatin.test(text) ? text.normalize('NFC') : text).toLowerCase()

/** Scripts that put no space between words: each character is one. The sign of a long vowel is of two of them. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
  .concat('\u30fc')
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu')
const unspacedRun = new RegExp(`(?:[${unspaced}]\\p{M}*){2,}`, 'gu')

/** What stands together in such a script: words, though their characters are looked up one by one. */
export const unspacedRuns = (folded: string): string[] => folded.match(unspacedRun) ?? []
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const plain = /^[\x00-\x7f]*$/

/** Whether the words of a text stand in it letter by letter. */
export const isPlain = (folded: string): boolean => plain.test(folded)

/** The different words of a text that is folded already, accents left out: the same for every engine. */
export function wordsOf(folded: string): string[] {
  const words = new Set<string>()
  for (const each of isPlain(folded)
    ? (folded.match(plainWord) ?? [])
    : (unaccented(folded).match(word) ?? [])) {
    words.add(each.length > longestWord ? clip(each) : each)
    if (words.size === mostWords) break
  }
  return [...words]
}

/** A text so short has no more words than count. */
export const isShort = (text: string): boolean => text.length <= 2 * mostWords

/**
 * The words of a folded text for an index that itself parts ASCII into words: such a text goes as it is, which
 * saves half of what logging costs this process.
 */
export const wordsOrText = (folded: string): string =>
  isShort(folded) && plain.test(folded) ? folded : wordsOf(folded).join(' ')

/** Whether a word stands in a short plain text, or begins one that does: without a list of all its words. */
export function hasPlainWord(text: string, word: string, isWhole: boolean): boolean {
  const { length } = word
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at > 0 && isOfWord(text.charCodeAt(at - 1))) continue
    // One that is as long as words are kept may be the beginning of a longer one.
    if (!isWhole || length >= longestWord || at + length === text.length) return true
    if (!isOfWord(text.charCodeAt(at + length))) return true
  }
  return false
}

const isOfWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

const unaccented = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()

const clip = (text: string): string => {
  const clipped = text.slice(0, longestWord)
  return clipped.isWellFormed() ? clipped : clipped.slice(0, -1)
}
