import type { SearchContent } from './content.ts'
import type { SearchWord } from './query.ts'
import { wordsOf, wordsOrText } from './words.ts'

type Texts = Pick<SearchContent, 'inputText' | 'outputText'>

/** The answer first: of a text with too many words the first count. */
const textOf = ({ inputText, outputText }: Texts): string => `${outputText}\n${inputText}`

/** The words by which free text finds a request. */
export const searchWordsOf = (texts: Texts): string[] => wordsOf(textOf(texts))

/** The same as one text, for FTS5. */
export const spacedWords = (texts: Texts): string => wordsOrText(textOf(texts))

/** Whether each word that is wanted is a word of the texts, or begins one. */
export function hasWords(texts: Texts, wanted: readonly SearchWord[]): boolean {
  if (wanted.length === 0) return true
  const words = searchWordsOf(texts)
  return wanted.every(({ text, isWhole }) =>
    words.some((word) => (isWhole ? word === text : word.startsWith(text))),
  )
}
