import { failSyntax } from '../errors.ts'
import { type Token, tokenize } from './lexer.ts'

/**
 * Maximum length of chains such as `a + b + c` or `a|f|g`, whose tree grows a level for each link. Python has the same
 * limit.
 */
const MAX_CHAIN = 200

/** Walks over tokens and limits the nesting depth. */
export class TokenStream {
  private readonly tokens: readonly Token[]
  private readonly maxDepth: number
  private index = 0
  private depth = 0

  constructor(source: string, maxDepth: number) {
    this.tokens = tokenize(source)
    this.maxDepth = maxDepth
  }

  get current(): Token {
    return this.tokens[this.index] ?? this.tokens[this.tokens.length - 1]!
  }

  get following(): Token {
    return this.tokens[this.index + 1] ?? this.tokens[this.tokens.length - 1]!
  }

  get line(): number {
    return this.current.line
  }

  next(): Token {
    const token = this.current
    this.index++
    return token
  }

  is(type: string): boolean {
    return this.current.type === type
  }

  isName(...names: readonly string[]): boolean {
    return this.current.type === 'name' && names.includes(this.current.value)
  }

  skip(type: string): boolean {
    if (!this.is(type)) return false
    this.index++
    return true
  }

  skipName(name: string): boolean {
    if (!this.isName(name)) return false
    this.index++
    return true
  }

  expect(type: string): Token {
    if (!this.is(type)) this.fail(`expected token '${describe(type)}', got '${this.describeCurrent()}'`)
    return this.next()
  }

  expectName(name: string): Token {
    if (!this.isName(name)) this.fail(`expected token '${name}', got '${this.describeCurrent()}'`)
    return this.next()
  }

  describeCurrent(): string {
    return this.current.type === 'name' ? this.current.value : describe(this.current.type)
  }

  fail(message: string): never {
    return failSyntax(message, this.line)
  }

  /** Parses a recursive construct within the depth limit. */
  nested<T>(parse: () => T): T {
    if (++this.depth > this.maxDepth) this.fail('The template is nested deeper than allowed')
    const result = parse()
    this.depth--
    return result
  }

  /** Counts one more link of a chain. */
  link(count: number): number {
    if (count >= MAX_CHAIN) this.fail('The expression is longer than allowed')
    return count + 1
  }
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['block_begin', 'begin of statement block'],
  ['block_end', 'end of statement block'],
  ['variable_begin', 'begin of print statement'],
  ['variable_end', 'end of print statement'],
  ['data', 'template data / text'],
  ['eof', 'end of template'],
])

function describe(type: string): string {
  return DESCRIPTIONS.get(type) ?? type
}
