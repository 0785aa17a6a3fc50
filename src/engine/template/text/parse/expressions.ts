import { normalize } from '../values/numbers.ts'
import type { BinaryOperator } from '../values/operators.ts'
import { Float, type Value } from '../values/value.ts'
import type { CallArguments, CompareOperator, Expr, FilterExpr } from './ast.ts'
import { NO_ARGUMENTS, readCallArguments } from './call-arguments.ts'
import { readSubscriptKey } from './subscript-key.ts'
import { TokenStream } from './token-stream.ts'

const COMPARES: readonly string[] = ['==', '!=', '<', '<=', '>', '>=']
const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

/** Parses expressions with Jinja2's grammar and precedence. */
export class ExpressionParser {
  readonly stream: TokenStream
  /** Number of reads of each name, to find the special names that a body uses. */
  readonly reads = new Map<string, number>()

  constructor(source: string, maxDepth: number) {
    this.stream = new TokenStream(source, maxDepth)
  }

  expression(withCondition = true): Expr {
    return this.stream.nested(() => (withCondition ? this.condition() : this.or()))
  }

  /** An expression, or a tuple if there are commas. */
  tuple(withCondition = true, ends: readonly string[] = [], inParentheses = false): Expr {
    const { stream } = this
    const line = stream.line
    const items: Expr[] = []
    let isTuple = false
    while (!this.tupleEnds(ends)) {
      items.push(this.expression(withCondition))
      if (!stream.skip(',')) break
      isTuple = true
    }
    if (!isTuple && items.length === 1) return items[0]!
    if (!isTuple && !inParentheses) stream.fail(`Expected an expression, got '${stream.describeCurrent()}'`)
    return { kind: 'tuple', items, line }
  }

  /** Filters after `|`, applied to `value` (null for the text of the filter block). */
  filters(first: Expr | null): FilterExpr | null {
    let value = first
    let filter: FilterExpr | null = null
    for (let count = 0; this.stream.skip('|'); count = this.stream.link(count)) {
      filter = this.filter(value)
      value = filter
    }
    return filter
  }

  /** A filter: a name, which may contain dots, and arguments. */
  filter(value: Expr | null): FilterExpr {
    const { line } = this.stream
    const name = this.dottedName()
    return {
      kind: 'filter',
      value,
      name,
      args: this.stream.is('(') ? this.callArguments() : NO_ARGUMENTS,
      line,
    }
  }

  private tupleEnds(ends: readonly string[]): boolean {
    const { stream } = this
    return stream.is('variable_end') || stream.is('block_end') || stream.is(')') || stream.isName(...ends)
  }

  private condition(): Expr {
    const { stream } = this
    let line = stream.line
    let expr = this.or()
    for (let count = 0; stream.skipName('if'); count = stream.link(count)) {
      const test = this.or()
      const otherwise = stream.skipName('else') ? stream.nested(() => this.condition()) : null
      expr = { kind: 'if', test, whenTrue: expr, otherwise, line }
      line = stream.line
    }
    return expr
  }

  private or(): Expr {
    let left = this.and()
    for (let count = 0; this.stream.skipName('or'); count = this.stream.link(count)) {
      left = { kind: 'or', left, right: this.and(), line: left.line }
    }
    return left
  }

  private and(): Expr {
    let left = this.not()
    for (let count = 0; this.stream.skipName('and'); count = this.stream.link(count)) {
      left = { kind: 'and', left, right: this.not(), line: left.line }
    }
    return left
  }

  private not(): Expr {
    const { line } = this.stream
    if (!this.stream.skipName('not')) return this.compare()
    return { kind: 'not', value: this.stream.nested(() => this.not()), line }
  }

  private compare(): Expr {
    const { stream } = this
    const first = this.sum()
    const comparisons: [CompareOperator, Expr][] = []
    for (;;) {
      if (COMPARES.includes(stream.current.type)) {
        const operator = stream.next().type as CompareOperator
        comparisons.push([operator, this.sum()])
      } else if (stream.skipName('in')) comparisons.push(['in', this.sum()])
      else if (stream.isName('not') && stream.following.type === 'name' && stream.following.value === 'in') {
        stream.next()
        stream.next()
        comparisons.push(['not in', this.sum()])
      } else break
    }
    return comparisons.length === 0 ? first : { kind: 'compare', first, rest: comparisons, line: first.line }
  }

  private sum(): Expr {
    return this.binary(['+', '-'], () => this.concat())
  }

  private concat(): Expr {
    const items = [this.product()]
    while (this.stream.skip('~')) items.push(this.product())
    return items.length === 1 ? items[0]! : { kind: 'concat', items, line: items[0]!.line }
  }

  private product(): Expr {
    return this.binary(['*', '/', '//', '%'], () => this.binary(['**'], () => this.unary(true)))
  }

  private binary(operators: readonly string[], operand: () => Expr): Expr {
    let left = operand()
    for (let count = 0; operators.includes(this.stream.current.type); count = this.stream.link(count)) {
      const operator = this.stream.next().type as BinaryOperator
      left = { kind: 'binary', operator, left, right: operand(), line: left.line }
    }
    return left
  }

  private unary(withFilters: boolean): Expr {
    const { stream } = this
    const { line, type } = stream.current
    let expr: Expr
    if (type === '-' || type === '+') {
      stream.next()
      expr = { kind: 'unary', operator: type, value: stream.nested(() => this.unary(false)), line }
    } else expr = this.primary()
    expr = this.postfix(expr)
    return withFilters ? this.filtersAndTests(expr) : expr
  }

  private primary(): Expr {
    const { stream } = this
    const { type, value, line } = stream.current
    switch (type) {
      case 'name':
        return this.nameOrConstant()
      case 'string':
        return { kind: 'const', value: this.strings(), line }
      case 'integer':
        stream.next()
        return { kind: 'const', value: value.length < 16 ? Number(value) : normalize(BigInt(value)), line }
      case 'float':
        stream.next()
        return { kind: 'const', value: new Float(Number(value)), line }
      case '(': {
        stream.next()
        const inner = this.tuple(true, [], true)
        stream.expect(')')
        return inner
      }
      case '[':
        return { kind: 'list', items: this.sequence('[', ']', () => this.expression()), line }
      case '{':
        return { kind: 'dict', entries: this.sequence('{', '}', () => this.entry()), line }
      default:
        return stream.fail(`unexpected '${stream.describeCurrent()}'`)
    }
  }

  private nameOrConstant(): Expr {
    const { value: name, line } = this.stream.next()
    const constant = CONSTANTS.get(name)
    if (constant !== undefined) return { kind: 'const', value: constant, line }
    this.reads.set(name, (this.reads.get(name) ?? 0) + 1)
    return { kind: 'name', name, line }
  }

  private strings(): string {
    const parts: string[] = []
    while (this.stream.is('string')) parts.push(this.stream.next().value)
    return parts.join('')
  }

  private sequence<T>(open: string, close: string, item: () => T): T[] {
    const { stream } = this
    stream.expect(open)
    const items: T[] = []
    while (!stream.is(close)) {
      if (items.length > 0) stream.expect(',')
      if (!stream.is(close)) items.push(item())
    }
    stream.expect(close)
    return items
  }

  private entry(): readonly [Expr, Expr] {
    const key = this.expression()
    this.stream.expect(':')
    return [key, this.expression()]
  }

  private postfix(first: Expr): Expr {
    const { stream } = this
    let expr = first
    for (let count = 0; ; count = stream.link(count)) {
      if (stream.is('.')) expr = this.member(expr)
      else if (stream.is('[')) expr = this.subscript(expr)
      else if (stream.is('(')) expr = this.call(expr)
      else return expr
    }
  }

  private filtersAndTests(first: Expr): Expr {
    const { stream } = this
    let expr = first
    for (let count = 0; ; count = stream.link(count)) {
      if (stream.is('|')) expr = this.filters(expr) ?? expr
      else if (stream.isName('is')) expr = this.test(expr)
      else if (stream.is('(')) expr = this.call(expr)
      else return expr
    }
  }

  private call(callee: Expr): Expr {
    const { line } = this.stream
    return { kind: 'call', callee, args: this.callArguments(), line }
  }

  private member(value: Expr): Expr {
    const { line } = this.stream.next()
    const token = this.stream.next()
    if (token.type === 'name') return { kind: 'attribute', value, name: token.value, line }
    if (token.type !== 'integer') this.stream.fail('expected name or number')
    return { kind: 'item', value, key: { kind: 'const', value: Number(token.value), line }, line }
  }

  private subscript(value: Expr): Expr {
    const { line } = this.stream.next()
    const keys: Expr[] = []
    while (!this.stream.is(']')) {
      if (keys.length > 0) this.stream.expect(',')
      keys.push(readSubscriptKey(this.stream, () => this.expression()))
    }
    this.stream.expect(']')
    const key: Expr = keys.length === 1 ? keys[0]! : { kind: 'tuple', items: keys, line }
    return { kind: 'item', value, key, line }
  }

  private callArguments(): CallArguments {
    return readCallArguments(this.stream, () => this.expression())
  }

  private dottedName(): string {
    let name = this.stream.expect('name').value
    while (this.stream.skip('.')) name += `.${this.stream.expect('name').value}`
    return name
  }

  private test(value: Expr): Expr {
    const { stream } = this
    const { line } = stream.next()
    const negated = stream.skipName('not')
    const name = this.dottedName()
    const test: Expr = { kind: 'test', value, name, args: this.testArguments(), line }
    return negated ? { kind: 'not', value: test, line } : test
  }

  private testArguments(): CallArguments {
    const { stream } = this
    if (stream.is('(')) return this.callArguments()
    const starts = ['name', 'string', 'integer', 'float', '[', '{'].includes(stream.current.type)
    if (!starts || stream.isName('else', 'or', 'and')) return NO_ARGUMENTS
    if (stream.isName('is')) stream.fail('You cannot chain multiple tests with is')
    return { ...NO_ARGUMENTS, positional: [this.postfix(this.primary())] }
  }
}
