import type { Builtin } from '../calls/signature.ts'
import { onText } from './text-method.ts'

/** `str.capitalize()`: first character upper, the rest lower. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(...(text === '' ? [] : [text.codePointAt(0)!]))
  return titleFirst(first) + text.slice(first.length).toLowerCase()
}

function titleFirst(char: string): string {
  const upper = char.toUpperCase()
  return upper.length > char.length ? upper[0] + upper.slice(1).toLowerCase() : upper
}

const LETTER = /\p{Cased}/u
const LOWER = /\p{Lowercase}/u
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ς', 'σ'],
  ['ŉ', 'ʼn'],
  ['ǰ', 'ǰ'],
  ['ﬀ', 'ff'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬃ', 'ffi'],
  ['ﬄ', 'ffl'],
  ['ﬅ', 'st'],
  ['ﬆ', 'st'],
])

function title(text: string): string {
  let out = ''
  let inWord = false
  for (const char of text) {
    out += inWord ? char.toLowerCase() : titleFirst(char)
    inWord = LETTER.test(char)
  }
  return out
}

function swapCase(text: string): string {
  let out = ''
  for (const char of text) out += LOWER.test(char) ? char.toUpperCase() : char.toLowerCase()
  return out
}

export const CASE_METHODS: Readonly<Record<string, Builtin>> = {
  upper: onText('', (text) => text.toUpperCase()),
  lower: onText('', (text) => text.toLowerCase()),
  title: onText('', title),
  capitalize: onText('', capitalize),
  swapcase: onText('', swapCase),
  casefold: onText('', (text) =>
    text.toLowerCase().replace(/[ßςŉǰ\ufb00-\ufb06]/g, (char) => FOLDED.get(char) ?? char),
  ),
}
