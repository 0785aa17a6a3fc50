import { isSpace } from '../../template/text/values/characters.ts'

export const countTypes = ['chars', 'words', 'sentences', 'paragraphs'] as const

export type CountType = (typeof countTypes)[number]

/** Counters by type. */
export const counts: Readonly<Record<CountType, (text: string) => number>> = {
  chars: countCharacters,
  words: countWords,
  sentences: countSentences,
  paragraphs: countParagraphs,
}

/** Counts code points: an emoji of two UTF-16 units counts once. */
function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--
      index++
    }
  }
  return count
}

/** Counts runs of characters without white space. */
function countWords(text: string): number {
  let count = 0
  let inside = false
  for (let index = 0; index < text.length; index++) {
    const space = isSpace(text.charCodeAt(index))
    if (!space && !inside) count++
    inside = !space
  }
  return count
}

/** Counts runs with a letter or digit that end with `.`, `!` or `?` before white space, or with the text. */
function countSentences(text: string): number {
  let count = 0
  let filled = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isWordCode(code)) filled = true
    if (filled && isEnd(code) && endsHere(text, index + 1)) {
      count++
      filled = false
    }
  }
  return filled ? count + 1 : count
}

/** Closing quotes and brackets, and repeated end marks, belong to the sentence before them. */
function endsHere(text: string, from: number): boolean {
  let offset = from
  while (offset < text.length && (isEnd(text.charCodeAt(offset)) || `"')]}»”’`.includes(text[offset]!)))
    offset++
  return offset >= text.length || isSpace(text.charCodeAt(offset))
}

/** Counts blocks of non-blank lines. */
function countParagraphs(text: string): number {
  let count = 0
  let blankSoFar = true
  let inside = false
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 10
    if (code === 10) {
      if (blankSoFar) inside = false
      blankSoFar = true
    } else if (!isSpace(code)) {
      if (!inside) count++
      inside = true
      blankSoFar = false
    }
  }
  return count
}

function isEnd(code: number): boolean {
  return code === 46 || code === 33 || code === 63
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code > 127 && !isSpace(code))
  )
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
