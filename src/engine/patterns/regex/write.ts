import type { CharacterSet, ClassItem, RegexNode } from './tree.ts'

/** Target engines: RE2, and JavaScript with the flag `u`. */
export type Dialect = 're2' | 'javascript'

/** Python's `str.isspace`. */
const SPACE =
  '\\t-\\r\\x{1c}- \\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}'
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1b}!-\\x{84}\\x{86}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}'
/** All characters except letters, numbers and the underscore; RE2 has no class difference. */
const NOT_WORD =
  '\\p{M}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\x{203f}\\x{2040}\\x{2054}\\x{fe33}\\x{fe34}\\x{fe4d}-\\x{fe4f}' +
  '\\x{ff3f}\\p{S}\\p{Z}\\p{C}'

const unicodeSets: Readonly<Record<CharacterSet, string>> = {
  word: '\\p{L}\\p{N}_',
  'not-word': NOT_WORD,
  digit: '\\p{Nd}',
  'not-digit': '\\P{Nd}',
  space: SPACE,
  'not-space': NOT_SPACE,
}

const asciiSets: Readonly<Record<CharacterSet, string>> = {
  word: '0-9A-Z_a-z',
  'not-word': '\\x{0}-/:-@\\[-\\^`\\{-\\x{10ffff}',
  digit: '0-9',
  'not-digit': '\\x{0}-/:-\\x{10ffff}',
  space: '\\t-\\r ',
  'not-space': '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{10ffff}',
}

/**
 * Writes a tree for an engine. Case is a flag of the whole pattern; lookarounds and references exist only in
 * JavaScript.
 */
export function writeRegex(node: RegexNode, dialect: Dialect): string {
  switch (node.kind) {
    case 'character':
      return character(node.code, dialect)
    case 'any':
      return node.newline ? (dialect === 're2' ? '(?s:.)' : '[\\s\\S]') : '[^\\n]'
    case 'class':
      return characterClass(node.negated, node.items, dialect)
    case 'assertion':
      return dialect === 're2'
        ? re2Assertions[node.assertion]
        : javascriptAssertion(node.assertion, node.ascii)
    case 'capture':
      return `(${node.name === undefined ? '' : `${dialect === 're2' ? '?P<' : '?<'}${node.name}>`}${writeRegex(node.body, dialect)})`
    case 'case':
      return `(?${node.ignore ? '' : '-'}i:${writeRegex(node.body, dialect)})`
    case 'look':
      return `(?${node.ahead ? '' : '<'}${node.negated ? '!' : '='}${writeRegex(node.body, dialect)})`
    case 'reference':
      return typeof node.to === 'number' ? `(?:\\${node.to})` : `\\k<${node.to}>`
    case 'repeat':
      return `(?:${writeRegex(node.body, dialect)})${bounds(node.min, node.max)}${node.lazy ? '?' : ''}`
    case 'sequence':
      return node.parts.map((part) => bracketed(part, dialect)).join('')
    case 'choice':
      return node.options.map((option) => writeRegex(option, dialect)).join('|')
  }
}

function bracketed(part: RegexNode, dialect: Dialect): string {
  const text = writeRegex(part, dialect)
  return part.kind === 'choice' || part.kind === 'sequence' ? `(?:${text})` : text
}

const re2Assertions = {
  start: '\\A',
  end: '\\z',
  'very-end': '\\z',
  'line-start': '(?m:^)',
  'line-end': '(?m:$)',
  boundary: '\\b',
  'not-boundary': '\\B',
} as const

/**
 * V8 also tries positions between the two UTF-16 units of a character. No character matches there in either direction,
 * so two negative lookarounds would both hold; `(?=[\s\S]|$)` excludes these positions.
 */
function javascriptAssertion(assertion: keyof typeof re2Assertions, ascii: boolean): string {
  if (assertion === 'start') return '^'
  if (assertion === 'very-end') return '$'
  if (assertion === 'end') return '(?=\\n?$)'
  if (assertion === 'line-start') return '(?<=^|\\n)'
  if (assertion === 'line-end') return '(?=\\n|$)'
  const word = `[${ascii ? asciiSets.word : unicodeSets.word}]`
  if (assertion === 'boundary') return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
  return `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})(?=[\\s\\S]|$))`
}

function bounds(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`
  if (min === 0 && max === 1) return '?'
  return min === max ? `{${min}}` : `{${min},${max}}`
}

function characterClass(negated: boolean, items: readonly ClassItem[], dialect: Dialect): string {
  return `[${negated ? '^' : ''}${items.map((item) => classItem(item, dialect)).join('')}]`
}

function classItem(item: ClassItem, dialect: Dialect): string {
  if (item.kind === 'property') return item.text
  if (item.kind === 'range') {
    const from = character(item.from, dialect)
    return item.from === item.to ? from : `${from}-${character(item.to, dialect)}`
  }
  const text = (item.ascii ? asciiSets : unicodeSets)[item.set]
  return dialect === 're2' ? text : text.replaceAll('\\x{', '\\u{')
}

/**
 * ASCII letters, digits and non-ASCII characters as they are; other characters by number, which avoids escaping rules.
 */
function character(code: number, dialect: Dialect): string {
  const plain =
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 32
  if (plain || (code > 0xa0 && (code < 0xd800 || code > 0xdfff))) return String.fromCodePoint(code)
  return `\\${dialect === 're2' ? 'x' : 'u'}{${code.toString(16)}}`
}
