import { PatternError } from '../pattern-error.ts'
import type { CharacterSet } from './tree.ts'

const letterEscapes: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }

export const characterSets: Readonly<Record<string, CharacterSet>> = {
  w: 'word',
  W: 'not-word',
  d: 'digit',
  D: 'not-digit',
  s: 'space',
  S: 'not-space',
}

const hexadecimalLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/**
 * The character of an escape and its end; `offset` is after the backslash. Inside a class, digits are an octal escape;
 * outside, the caller handles `\1` as a back-reference.
 */
export function readCharacterEscape(pattern: string, offset: number): { code: number; end: number } {
  const letter = pattern[offset]
  if (letter === undefined) throw new PatternError('ends with a backslash')
  if (Object.hasOwn(letterEscapes, letter)) return { code: letterEscapes[letter]!, end: offset + 1 }
  const length = hexadecimalLengths[letter]
  if (length !== undefined) return readHexadecimal(pattern, offset, length)
  if (letter >= '0' && letter <= '7') return readOctal(pattern, offset)
  if (isLetterOrDigit(letter)) throw new PatternError(`has the unknown escape \\${letter}`)
  const code = pattern.codePointAt(offset)!
  return { code, end: offset + (code > 0xffff ? 2 : 1) }
}

function readHexadecimal(pattern: string, offset: number, length: number): { code: number; end: number } {
  const digits = pattern.slice(offset + 1, offset + 1 + length)
  let code = 0
  for (const digit of digits) {
    const value = '0123456789abcdef'.indexOf(digit.toLowerCase())
    if (value < 0) throw incomplete(pattern[offset]!, digits)
    code = code * 16 + value
  }
  if (digits.length < length || code > 0x10ffff) throw incomplete(pattern[offset]!, digits)
  return { code, end: offset + 1 + length }
}

function incomplete(letter: string, digits: string): PatternError {
  return new PatternError(`has the incomplete escape \\${letter}${digits}`)
}

function readOctal(pattern: string, offset: number): { code: number; end: number } {
  let end = offset
  let code = 0
  while (end < offset + 3 && pattern[end]! >= '0' && pattern[end]! <= '7') {
    code = code * 8 + Number(pattern[end])
    end++
  }
  if (code > 0o377) throw new PatternError('has an octal escape over \\377')
  return { code, end }
}

export function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9'
}

export function isLetterOrDigit(letter: string): boolean {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || isDigit(letter)
}
