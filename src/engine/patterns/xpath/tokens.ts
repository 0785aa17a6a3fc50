import { PatternError } from '../pattern-error.ts'

export interface Token {
  /** `name` is a name with its prefix; `clark` is ElementTree's `{uri}name`. */
  readonly kind: 'name' | 'clark' | 'number' | 'text' | 'symbol' | 'end'
  readonly text: string
}

const symbols = ['::', '..', '//', '<=', '>=', '!=', ...'()[].@,/|+-=<>*$']

export function readTokens(expression: string): Token[] {
  const tokens: Token[] = []
  let offset = 0
  while (offset < expression.length) {
    const letter = expression[offset]!
    if (' \t\n\r'.includes(letter)) offset++
    else {
      const token = readToken(expression, offset, letter)
      tokens.push(token.token)
      offset = token.end
    }
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

function readToken(expression: string, offset: number, letter: string): { token: Token; end: number } {
  if (letter === '"' || letter === "'") {
    const end = expression.indexOf(letter, offset + 1)
    if (end < 0) throw new PatternError('has a text that never ends')
    return { token: { kind: 'text', text: expression.slice(offset + 1, end) }, end: end + 1 }
  }
  if (isDigit(letter) || (letter === '.' && isDigit(expression[offset + 1] ?? ''))) {
    let end = offset
    while (isDigit(expression[end] ?? '')) end++
    if (expression[end] === '.') end++
    while (isDigit(expression[end] ?? '')) end++
    return { token: { kind: 'number', text: expression.slice(offset, end) }, end }
  }
  if (letter === '{') {
    const close = expression.indexOf('}', offset)
    const end = close < 0 ? -1 : expression[close + 1] === '*' ? close + 2 : nameEnd(expression, close + 1)
    if (end <= close + 1) throw new PatternError('has a { without a namespace and a name')
    return { token: { kind: 'clark', text: expression.slice(offset, end) }, end }
  }
  const end = nameEnd(expression, offset)
  if (end > offset) return { token: { kind: 'name', text: expression.slice(offset, end) }, end }
  const symbol = symbols.find((candidate) => expression.startsWith(candidate, offset))
  if (symbol === undefined) throw new PatternError(`has a ${letter} at the wrong position`)
  return { token: { kind: 'symbol', text: symbol }, end: offset + symbol.length }
}

/** End of a name at this offset, with its prefix, or with `:*`; the offset itself without a name. */
function nameEnd(expression: string, offset: number): number {
  const end = simpleNameEnd(expression, offset)
  if (end === offset || expression[end] !== ':' || expression[end + 1] === ':') return end
  if (expression[end + 1] === '*') return end + 2
  const local = simpleNameEnd(expression, end + 1)
  return local === end + 1 ? end : local
}

function simpleNameEnd(expression: string, offset: number): number {
  if (!isNameStart(expression.charCodeAt(offset))) return offset
  let end = offset + 1
  while (isNamePart(expression.charCodeAt(end))) end++
  return end
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 0xc0
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 0xb7
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9'
}
