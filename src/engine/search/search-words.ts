import type { SearchContent } from './content.ts'
import type { SearchWord } from './query.ts'
import { hasPlainWord, isPlain, isShort, messageRoles, wordsOf, wordsOrText } from './words.ts'

type Texts = Pick<SearchContent, 'inputText' | 'outputText'>

/** The answer comes first: of a text with too many words, only the first words are indexed. */
const textOf = ({ inputText, outputText }: Texts): string => withoutRoles(`${outputText}\n${inputText}`)

const role = /* @__PURE__ */ new RegExp(`\\[(?<=(?:^|[\\n\\0])\\[)(?:${messageRoles.join('|')})\\] `, 'g')

/** The text without the bracketed role before each message, which is not a word of the message. */
export const withoutRoles = (text: string): string => text.replace(role, '')

/** The indexed words of a request. */
export const searchWordsOf = (texts: Texts): string[] => wordsOf(textOf(texts))

/** The indexed words as one text, for FTS5. */
export const spacedWords = (texts: Texts): string => wordsOrText(textOf(texts))

/** Whether each searched word is a word, or the beginning of a word, of the texts. */
export function hasWords(texts: Texts, searched: readonly SearchWord[]): boolean {
  if (searched.length === 0) return true
  // Most texts lack the letters; splitting them into words takes ten times as long.
  const text = textOf(texts)
  if (isPlain(text)) {
    if (isShort(text)) return hasPlainWords(text, searched)
    if (searched.some((word) => !text.includes(word.text))) return false
  }
  const words = wordsOf(text)
  return searched.every(({ text, isWhole }) =>
    words.some((word) => (isWhole ? word === text : word.startsWith(text))),
  )
}

/** As `hasWords`, for a short ASCII text without roles. The text is not split into words. */
export const hasPlainWords = (text: string, searched: readonly SearchWord[]): boolean =>
  searched.every(({ text: word, isWhole }) => hasPlainWord(text, word, isWhole))
