import { failSyntax } from '../errors.ts'
import { isAsciiWord } from '../values/characters.ts'

interface Literal {
  readonly type: 'integer' | 'float' | 'name' | 'string'
  readonly value: string
  readonly end: number
}

const FLOAT = /\d+(?:_\d+)*(?:(?:\.\d+(?:_\d+)*)?e[+-]?\d+(?:_\d+)*|\.\d+(?:_\d+)*)/iy
const INTEGER = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy
const NAME = /[\p{L}\p{N}\p{M}\p{Pc}\u00b7\u0387]+/uy
const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u

/** Longest number literal, as Python's limit on digits. */
const MAX_DIGITS = 4300

/** Reads a number at `offset`; its value has no underscores. */
export function readNumber(text: string, offset: number, line: number): Literal | undefined {
  const code = text.charCodeAt(offset)
  if (!(code >= 48 && code <= 57)) return undefined
  FLOAT.lastIndex = offset
  INTEGER.lastIndex = offset
  const float = text[offset - 1] === '.' ? null : FLOAT.exec(text)
  const match = float ?? INTEGER.exec(text)
  if (!match) return undefined
  if (match[0].length > MAX_DIGITS) failSyntax('The number has too many digits', line)
  return {
    type: float ? 'float' : 'integer',
    value: match[0].replaceAll('_', ''),
    end: offset + match[0].length,
  }
}

/** Reads a name at `offset`. */
export function readName(text: string, offset: number, line: number): Literal | undefined {
  let end = offset
  while (isAsciiWord(text.charCodeAt(end))) end++
  if (!(text.charCodeAt(end) >= 0x80)) {
    return end === offset ? undefined : { type: 'name', value: text.slice(offset, end), end }
  }
  NAME.lastIndex = offset
  const name = NAME.exec(text)?.[0]
  if (name === undefined) return undefined
  if (!IDENTIFIER.test(name)) failSyntax('Invalid character in identifier', line)
  return { type: 'name', value: name, end: offset + name.length }
}

/** Reads a quoted text at `offset` and resolves its escapes; undefined when it is not closed. */
export function readString(text: string, offset: number, line: number): Literal | undefined {
  const mark = text[offset]
  if (mark !== '"' && mark !== "'") return undefined
  let end = offset + 1
  let escaped = false
  while (end < text.length && text[end] !== mark) {
    escaped ||= text[end] === '\\'
    end += text[end] === '\\' ? 2 : 1
  }
  if (end >= text.length) return undefined
  const body = text.slice(offset + 1, end)
  return { type: 'string', value: escaped ? resolveEscapes(body, line) : body, end: end + 1 }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])
const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gsu

/** Python's text escapes; unknown ones keep their backslash, as in Python. */
function resolveEscapes(body: string, line: number): string {
  return body.replace(ESCAPE, (whole, octal, x, u, long, char) => {
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
    const hex = x ?? u ?? long
    if (hex !== undefined) {
      const code = Number.parseInt(hex, 16)
      return code < 0x110000 ? String.fromCodePoint(code) : failSyntax('illegal Unicode character', line)
    }
    if (char === 'x' || char === 'u' || char === 'U') failSyntax(`truncated \\${char} escape`, line)
    if (char === 'N') failSyntax('\\N escapes are not supported', line)
    return ESCAPES.get(char) ?? whole
  })
}
