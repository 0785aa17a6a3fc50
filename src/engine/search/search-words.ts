import type { SearchContent } from './content.ts'
import type { SearchWord } from './query.ts'
import { hasPlainWord, isPlain, isShort, messageRoles, wordsOf, wordsOrText } from './words.ts'

type Texts = Pick<SearchContent, 'inputText' | 'outputText'>

/** The answer first: of a text with too many words the first count. */
const textOf = ({ inputText, outputText }: Texts): string => withoutRoles(`${outputText}\n${inputText}`)

const role = /* @__PURE__ */ new RegExp(`\\[(?<=(?:^|[\\n\\0])\\[)(?:${messageRoles.join('|')})\\] `, 'g')

/** The text without the role in brackets before each message: a role is no word of the message. */
export const withoutRoles = (text: string): string => text.replace(role, '')

/** The words by which free text finds a request. */
export const searchWordsOf = (texts: Texts): string[] => wordsOf(textOf(texts))

/** The same as one text, for FTS5. */
export const spacedWords = (texts: Texts): string => wordsOrText(textOf(texts))

/** Whether each word that is wanted is a word of the texts, or begins one. */
export function hasWords(texts: Texts, wanted: readonly SearchWord[]): boolean {
  if (wanted.length === 0) return true
  // Most texts do not even hold the letters; to find their words takes ten times as long.
  const text = textOf(texts)
  if (isPlain(text)) {
    if (isShort(text)) return hasPlainWords(text, wanted)
    if (wanted.some((word) => !text.includes(word.text))) return false
  }
  const words = wordsOf(text)
  return wanted.every(({ text, isWhole }) =>
    words.some((word) => (isWhole ? word === text : word.startsWith(text))),
  )
}

/** The same of a short text in ASCII, which holds its words as they are. */
export const hasPlainWords = (text: string, wanted: readonly SearchWord[]): boolean =>
  wanted.every(({ text: word, isWhole }) => hasPlainWord(text, word, isWhole))
