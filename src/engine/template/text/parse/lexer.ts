import { failSyntax } from '../errors.ts'
import { skipSpace, trimEnd } from '../values/characters.ts'
import { readName, readNumber, readString } from './literals.ts'

/** `data` is text outside of tags; the type of an operator is its characters. */
export interface Token {
  readonly type: string
  readonly value: string
  readonly line: number
}

const OPERATORS = new Set(['//', '**', '==', '!=', '>=', '<=', ...'+-/*%~[](){}><=.:|,;'])
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])

/** Turns a template into tokens with Jinja2's default delimiters and white space rules. */
export function tokenize(source: string): Token[] {
  return new Lexer(source).run()
}

class Lexer {
  private readonly text: string
  private readonly tokens: Token[] = []
  private offset = 0
  private line = 1
  private lineEnd: number

  constructor(source: string) {
    const text = source.replace(/\r\n?/g, '\n')
    this.text = text.endsWith('\n') ? text.slice(0, -1) : text
    this.lineEnd = this.lineEndFrom(0)
  }

  run(): Token[] {
    while (this.offset < this.text.length) this.root()
    this.push('eof', '')
    return this.tokens
  }

  /** Reads text up to the next tag, and the tag. */
  private root(): void {
    const start = this.nextTag()
    const kind = this.text[start + 1]
    const sign = this.text[start + 2]
    const signed = sign === '-' || sign === '+'
    const data = this.text.slice(this.offset, start)
    this.data(sign === '-' ? trimEnd(data) : data, data)
    if (start === this.text.length) return
    this.offset = start + (signed ? 3 : 2)
    if (kind === '#') this.comment()
    else if (kind === '%') {
      if (!this.raw()) this.tag('block_begin', 'block_end', '%}')
    } else this.tag('variable_begin', 'variable_end', '}}')
  }

  private nextTag(): number {
    for (
      let start = this.text.indexOf('{', this.offset);
      start >= 0;
      start = this.text.indexOf('{', start + 1)
    ) {
      const kind = this.text[start + 1]
      if (kind === '{' || kind === '%' || kind === '#') return start
    }
    return this.text.length
  }

  private data(data: string, whole: string): void {
    if (data !== '') this.push('data', data)
    this.advance(this.offset + whole.length)
  }

  private comment(): void {
    const end = this.text.indexOf('#}', this.offset)
    if (end < 0) failSyntax('Missing end of comment tag', this.line)
    const strip = end > this.offset && this.text[end - 1] === '-'
    this.advance(strip ? skipSpace(this.text, end + 2) : end + 2)
  }

  /** Reads a whole `{% raw %}` block if the current tag opens one. */
  private raw(): boolean {
    const body = this.afterTag(this.offset, 'raw', false)
    if (body === undefined) return false
    for (let start = this.text.indexOf('{%', body); start >= 0; start = this.text.indexOf('{%', start + 2)) {
      const sign = this.text[start + 2]
      const end = this.afterTag(start + (sign === '-' || sign === '+' ? 3 : 2), 'endraw', true)
      if (end === undefined) continue
      this.advance(body)
      const data = this.text.slice(body, start)
      this.data(sign === '-' ? trimEnd(data) : data, data)
      this.advance(end)
      return true
    }
    return failSyntax('Missing end of raw directive', this.line)
  }

  /** Where the text after `name %}` starts; undefined if another tag is at `from`. */
  private afterTag(from: number, name: string, plus: boolean): number | undefined {
    const start = skipSpace(this.text, from)
    if (!this.text.startsWith(name, start)) return undefined
    const end = skipSpace(this.text, start + name.length)
    if (this.text.startsWith('-%}', end)) return skipSpace(this.text, end + 3)
    if (this.text.startsWith('%}', end)) return end + 2
    return plus && this.text.startsWith('+%}', end) ? end + 3 : undefined
  }

  private tag(begin: string, end: string, mark: string): void {
    this.push(begin, '')
    const open: string[] = []
    while (this.offset < this.text.length) {
      const next = skipSpace(this.text, this.offset)
      if (next > this.offset) this.advance(next)
      else if (open.length === 0 && this.closes(mark)) {
        const strip = this.text[this.offset] === '-'
        const signed = this.text[this.offset] !== mark[0]
        this.push(end, '')
        const after = this.offset + mark.length + (signed ? 1 : 0)
        this.advance(strip ? skipSpace(this.text, after) : after)
        return
      } else this.expressionToken(open)
    }
  }

  private closes(mark: string): boolean {
    if (this.text.startsWith(mark, this.offset)) return true
    const sign = this.text[this.offset]
    return (sign === '-' || (sign === '+' && mark === '%}')) && this.text.startsWith(mark, this.offset + 1)
  }

  private expressionToken(open: string[]): void {
    const literal =
      readNumber(this.text, this.offset, this.line) ??
      readName(this.text, this.offset, this.line) ??
      readString(this.text, this.offset, this.line)
    if (literal) {
      this.push(literal.type, literal.value)
      this.advance(literal.end)
      return
    }
    const pair = this.text.slice(this.offset, this.offset + 2)
    const operator = OPERATORS.has(pair) ? pair : pair.slice(0, 1)
    if (!OPERATORS.has(operator)) {
      failSyntax(`unexpected char ${JSON.stringify(this.text[this.offset])} at ${this.offset}`, this.line)
    }
    this.balance(operator, open)
    this.push(operator, operator)
    this.offset += operator.length
  }

  private balance(operator: string, open: string[]): void {
    const closer = CLOSERS.get(operator)
    if (closer !== undefined) open.push(closer)
    if (operator !== '}' && operator !== ')' && operator !== ']') return
    const expected = open.pop()
    if (expected === undefined) failSyntax(`unexpected '${operator}'`, this.line)
    if (expected !== operator) failSyntax(`unexpected '${operator}', expected '${expected}'`, this.line)
  }

  private push(type: string, value: string): void {
    this.tokens.push({ type, value, line: this.line })
  }

  /** Moves to `to` and counts lines; each line end is searched once. */
  private advance(to: number): void {
    while (this.lineEnd < to) {
      this.line++
      this.lineEnd = this.lineEndFrom(this.lineEnd + 1)
    }
    this.offset = to
  }

  private lineEndFrom(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end < 0 ? this.text.length : end
  }
}
