/** Python's white space (`str.isspace`), which differs from JavaScript's `\s`. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31)
  if (code < 0x85) return false
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

/** An ASCII letter, digit or underscore: the characters of names. */
export function isAsciiWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}

/** The first position at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let offset = from
  while (offset < text.length && isSpace(text.charCodeAt(offset))) offset++
  return offset
}

/** `str.rstrip()`. */
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

/** `str.strip()`. */
export function trim(text: string): string {
  return trimEnd(text).slice(skipSpace(text, 0))
}

const SURROGATE = /[\ud800-\udfff]/

/** Whether positions in the text differ between UTF-16 units and code points. */
export function isWide(text: string): boolean {
  return SURROGATE.test(text)
}

/** `len(str)`: the number of code points. */
export function pointCount(text: string): number {
  if (!isWide(text)) return text.length
  let count = 0
  for (const _ of text) count++
  return count
}

/** Turns a position in UTF-16 units into one in code points. */
export function unitToPoint(text: string, unit: number): number {
  return unit < 0 ? unit : pointCount(text.slice(0, unit))
}

/** The text between two code point positions, both within 0 and the length. */
export function pointSlice(text: string, start: number, stop: number): string {
  if (start >= stop) return ''
  return isWide(text) ? Array.from(text).slice(start, stop).join('') : text.slice(start, stop)
}

/** Orders two texts by code point, as Python does (UTF-16 order differs beyond U+FFFF). */
export function compareText(left: string, right: string): number {
  if (left === right) return 0
  if (!isWide(left) && !isWide(right)) return left < right ? -1 : 1
  const length = Math.min(left.length, right.length)
  let offset = 0
  while (offset < length && left.charCodeAt(offset) === right.charCodeAt(offset)) offset++
  if (offset === length) return left.length - right.length
  const shift = (code: number) => (code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code)
  return shift(left.charCodeAt(offset)) - shift(right.charCodeAt(offset))
}
