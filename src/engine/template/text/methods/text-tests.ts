import type { Builtin } from '../calls/signature.ts'
import { isSpace } from '../values/characters.ts'
import { onText } from './text-method.ts'

const ALPHA = /^\p{L}+$/u
const ALNUM = /^[\p{L}\p{N}]+$/u
const DIGIT = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u
const DECIMAL = /^\p{Nd}+$/u
const NUMERIC = /^\p{N}+$/u
const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u
const ASCII = /^[\0-\x7f]*$/
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u
const UPPER = /\p{Uppercase}/u
const LOWER = /\p{Lowercase}/u
const TITLE = /\p{Lt}/u

/** `str.isupper()`: at least one cased character and none in lower or title case. */
export function isUpper(text: string): boolean {
  return UPPER.test(text) && !LOWER.test(text) && !TITLE.test(text)
}

/** `str.islower()`. */
export function isLower(text: string): boolean {
  return LOWER.test(text) && !UPPER.test(text) && !TITLE.test(text)
}

function isAllSpace(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (!isSpace(text.charCodeAt(index))) return false
  return text !== ''
}

function isTitle(text: string): boolean {
  let inWord = false
  let hasWord = false
  for (const char of text) {
    const upper = UPPER.test(char) || TITLE.test(char)
    const lower = LOWER.test(char)
    if ((upper && inWord) || (lower && !inWord)) return false
    inWord = upper || lower
    hasWord ||= inWord
  }
  return hasWord
}

export const TEST_METHODS: Readonly<Record<string, Builtin>> = {
  isalpha: onText('', (text) => ALPHA.test(text)),
  isalnum: onText('', (text) => ALNUM.test(text)),
  isdigit: onText('', (text) => DIGIT.test(text)),
  isdecimal: onText('', (text) => DECIMAL.test(text)),
  isnumeric: onText('', (text) => NUMERIC.test(text)),
  isidentifier: onText('', (text) => IDENTIFIER.test(text)),
  isascii: onText('', (text) => ASCII.test(text)),
  isprintable: onText('', (text) => PRINTABLE.test(text)),
  isspace: onText('', isAllSpace),
  isupper: onText('', isUpper),
  islower: onText('', isLower),
  istitle: onText('', isTitle),
}
