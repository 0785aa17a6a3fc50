import type { SqlToken } from './tokens.ts'

/** The statement is invalid at the current token. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
}

/** The statement nests too deeply to be parsed. */
export class SqlDepthError extends Error {
  override readonly name = 'SqlDepthError'
}

const MAX_DEPTH = 100

/** Words that are never names; a longer list would refuse common column names. */
const reserved = new Set(
  (
    'ALL AND AS BETWEEN BY CASE CROSS DISTINCT ELSE END EXCEPT EXISTS FETCH FROM FULL GROUP HAVING IN INNER ' +
    'INTERSECT INTO IS JOIN LEFT LIKE LIMIT NATURAL NOT NULL OFFSET ON OR ORDER OUTER QUALIFY RETURNING RIGHT ' +
    'SELECT SET THEN UNION USING VALUES WHEN WHERE WINDOW WITH'
  ).split(' '),
)

/** Mutually recursive parts of the grammar: expressions and WITH. */
export interface SqlGrammar {
  readonly expression: (reader: SqlReader, withAnd: boolean) => void
  readonly query: (reader: SqlReader) => void
  readonly statement: (reader: SqlReader) => void
}

/** A position in the tokens that only moves forward, so that the work is linear. */
export class SqlReader {
  private readonly tokens: readonly SqlToken[]
  private readonly grammar: SqlGrammar
  private offset = 0
  private depth = 0

  constructor(tokens: readonly SqlToken[], grammar: SqlGrammar) {
    this.tokens = tokens
    this.grammar = grammar
  }

  expression(withAnd = true): void {
    this.grammar.expression(this, withAnd)
  }

  query(): void {
    this.grammar.query(this)
  }

  statement(): void {
    this.grammar.statement(this)
  }

  peek(ahead = 0): SqlToken {
    return this.tokens[Math.min(this.offset + ahead, this.tokens.length - 1)]!
  }

  skip(count = 1): void {
    this.offset += count
  }

  fail(): never {
    throw new SqlError('not understood')
  }

  nested<Result>(work: () => Result): Result {
    if (++this.depth > MAX_DEPTH) throw new SqlDepthError('nests too deeply')
    const result = work()
    this.depth--
    return result
  }

  isWord(...words: readonly string[]): boolean {
    return this.peek().kind === 'word' && words.includes(this.peek().text)
  }

  isSymbol(...symbols: readonly string[]): boolean {
    return this.peek().kind === 'symbol' && symbols.includes(this.peek().text)
  }

  /** Consumes all of the words in a row, or none. */
  accept(...words: readonly string[]): boolean {
    for (const [ahead, word] of words.entries()) {
      const token = this.peek(ahead)
      if (token.kind !== 'word' || token.text !== word) return false
    }
    this.skip(words.length)
    return true
  }

  acceptSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.skip()
    return true
  }

  expect(...words: readonly string[]): void {
    if (!this.accept(...words)) this.fail()
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) this.fail()
  }

  isName(ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'name' || (token.kind === 'word' && !reserved.has(token.text))
  }

  name(): void {
    if (!this.isName()) this.fail()
    this.skip()
  }

  /** `a`, `a.b`, `a.b.c`. */
  path(): void {
    this.name()
    while (this.acceptSymbol('.')) {
      if (this.peek().kind !== 'word' && this.peek().kind !== 'name') this.fail()
      this.skip()
    }
  }

  list(item: () => void): void {
    do item()
    while (this.acceptSymbol(','))
  }

  inBrackets(inner: () => void): void {
    this.expectSymbol('(')
    inner()
    this.expectSymbol(')')
  }

  /** Whether a query starts here, possibly inside brackets. */
  startsQuery(): boolean {
    let ahead = 0
    while (this.peek(ahead).kind === 'symbol' && this.peek(ahead).text === '(' && ahead <= MAX_DEPTH) ahead++
    const token = this.peek(ahead)
    return (
      token.kind === 'word' && (token.text === 'SELECT' || token.text === 'WITH' || token.text === 'VALUES')
    )
  }

  /** Consumes the rest of the statement with balanced brackets; at least `minTokens`. */
  rest(minTokens: number): void {
    let depth = 0
    let count = 0
    for (; this.peek().kind !== 'end' && !(depth === 0 && this.isSymbol(';')); count++) {
      if (this.isSymbol('(')) depth++
      if (this.isSymbol(')') && --depth < 0) {
        this.fail()
        return
      }
      this.skip()
    }
    if (depth !== 0 || count < minTokens) this.fail()
  }
}
