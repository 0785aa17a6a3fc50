export interface SqlToken {
  /** `name` is a quoted identifier; `word` is an unquoted one or a keyword, in upper case. */
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'symbol' | 'end'
  readonly text: string
}

const symbols = [
  ...['!~~*', '->>', '#>>', '<=>', '!~*', '!~~', '~~*'],
  ...[
    '<>',
    '!=',
    '<=',
    '>=',
    '||',
    '::',
    '->',
    '#>',
    '@>',
    '<@',
    '<<',
    '>>',
    '&&',
    '!~',
    '~*',
    '~~',
    '==',
    ':=',
  ],
  ...'()[],;.=<>+-*/%^&|~?{}!#:',
]

const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const word = /[\p{L}_][\p{L}\p{N}_$]*/uy
const parameter = /(?:[@:][\p{L}_][\p{L}\p{N}_]*|\$\d+|%s|%\([\p{L}\p{N}_]+\)s)/uy
const dollar = /\$[\p{L}_]?[\p{L}\p{N}_]*\$/uy

/** The tokens of a text without comments; null if a quote or comment is not closed. */
export function readSqlTokens(text: string): readonly SqlToken[] | null {
  const tokens: SqlToken[] = []
  let offset = 0
  while (offset < text.length) {
    const next = skipBlanks(text, offset)
    if (next < 0) return null
    if (next > offset) offset = next
    else {
      const next = readQuoted(text, offset) ?? readUnquoted(text, offset)
      if (next === null) return null
      tokens.push(next.token)
      offset = next.end
    }
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

interface Reading {
  readonly token: SqlToken
  readonly end: number
}

/** Offset after white space or a comment; `offset` if there is none, -1 for an unclosed comment. */
function skipBlanks(text: string, offset: number): number {
  if (text.startsWith('--', offset)) {
    const end = text.indexOf('\n', offset)
    return end < 0 ? text.length : end + 1
  }
  if (text.startsWith('/*', offset)) {
    const end = text.indexOf('*/', offset + 2)
    return end < 0 ? -1 : end + 2
  }
  return text[offset]!.trim() === '' ? offset + 1 : offset
}

/** Null if no quote starts here, or if it is not closed. */
function readQuoted(text: string, offset: number): Reading | null {
  const quote = text[offset]!
  if (quote === '$') {
    const tag = sticky(dollar, text, offset)
    if (tag === null) return null
    const end = text.indexOf(tag, offset + tag.length)
    return end < 0 ? null : { token: { kind: 'text', text: '' }, end: end + tag.length }
  }
  if (quote !== "'" && quote !== '"' && quote !== '`') return null
  let end = offset + 1
  for (;;) {
    end = text.indexOf(quote, end)
    if (end < 0) return null
    if (text[end + 1] !== quote) break
    end += 2
  }
  const kind = quote === "'" ? 'text' : 'name'
  return { token: { kind, text: text.slice(offset, end + 1) }, end: end + 1 }
}

function readUnquoted(text: string, offset: number): Reading | null {
  const kinds = [
    ['parameter', parameter],
    ['number', number],
    ['word', word],
  ] as const
  for (const [kind, pattern] of kinds) {
    const token = sticky(pattern, text, offset)
    if (token === null) continue
    return {
      token: { kind, text: kind === 'word' ? token.toUpperCase() : token },
      end: offset + token.length,
    }
  }
  const symbol = symbols.find((candidate) => text.startsWith(candidate, offset))
  return symbol === undefined
    ? null
    : { token: { kind: 'symbol', text: symbol }, end: offset + symbol.length }
}

function sticky(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? null
}
