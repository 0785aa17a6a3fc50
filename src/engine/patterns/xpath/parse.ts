import { PatternError } from '../pattern-error.ts'
import { checkCall } from './functions.ts'
import { readTokens, type Token } from './tokens.ts'
import { type Axis, axes, type BinaryOperator, type Expression, type NodeTest, type Step } from './tree.ts'

const MAX_DEPTH = 50

/** From lowest to highest precedence. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]

const nodeTypes: Readonly<Record<string, NodeTest>> = {
  node: { kind: 'every' },
  text: { kind: 'text' },
  comment: { kind: 'comment' },
  'processing-instruction': { kind: 'instruction' },
}

const everything: Step = { axis: 'descendant-or-self', test: { kind: 'every' }, predicates: [] }

/** Parses an XPath 1.0 expression, without variables and `id()`. Throws PatternError. */
export function parseXPath(expression: string): Expression {
  const parser = new XPathParser(readTokens(expression))
  return parser.parse()
}

class XPathParser {
  private readonly tokens: readonly Token[]
  private offset = 0
  private depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  parse(): Expression {
    const expression = this.expression()
    if (this.token().kind !== 'end') throw this.unexpected()
    return expression
  }

  private token(ahead = 0): Token {
    return this.tokens[Math.min(this.offset + ahead, this.tokens.length - 1)]!
  }

  private unexpected(): PatternError {
    const token = this.token()
    return new PatternError(
      token.kind === 'end' ? 'ends too early' : `has a ${token.text} at the wrong position`,
    )
  }

  private isSymbol(text: string): boolean {
    return this.token().kind === 'symbol' && this.token().text === text
  }

  private accept(text: string): boolean {
    const isNext = this.isSymbol(text)
    if (isNext) this.offset++
    return isNext
  }

  private expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected()
  }

  private expression(): Expression {
    if (++this.depth > MAX_DEPTH) throw new PatternError(`nests deeper than ${MAX_DEPTH}`)
    const expression = this.binary(0)
    this.depth--
    return expression
  }

  private binary(level: number): Expression {
    const operators = levels[level]
    if (operators === undefined) return this.unary()
    let left = this.binary(level + 1)
    for (let count = 0; ; count++) {
      const operator = operators.find((candidate) => candidate === this.token().text && this.isOperator())
      if (operator === undefined) return left
      if (count >= MAX_DEPTH) throw new PatternError(`has more than ${MAX_DEPTH} operators in a row`)
      this.offset++
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) }
    }
  }

  private isOperator(): boolean {
    return this.token().kind === 'symbol' || this.token().kind === 'name'
  }

  private unary(): Expression {
    let negative = false
    while (this.accept('-')) negative = !negative
    const operand = this.union()
    return negative ? { kind: 'negate', operand } : operand
  }

  private union(): Expression {
    const parts = [this.path()]
    while (this.accept('|')) parts.push(this.path())
    return parts.length === 1 ? parts[0]! : { kind: 'union', parts }
  }

  private path(): Expression {
    const primary = this.primary()
    if (primary !== null) return this.pathFrom(primary)
    if (this.accept('//')) {
      return { kind: 'path', from: 'document', predicates: [], steps: [everything, ...this.steps()] }
    }
    if (!this.accept('/')) return { kind: 'path', from: 'context', predicates: [], steps: this.steps() }
    const steps = this.startsStep() ? this.steps() : []
    return { kind: 'path', from: 'document', predicates: [], steps }
  }

  private pathFrom(primary: Expression): Expression {
    const predicates = this.predicates()
    const steps = this.isSymbol('/') || this.isSymbol('//') ? this.moreSteps() : []
    if (predicates.length === 0 && steps.length === 0) return primary
    return { kind: 'path', from: primary, predicates, steps }
  }

  /** Null if a path starts with a step. */
  private primary(): Expression | null {
    const token = this.token()
    if (token.kind === 'number') {
      this.offset++
      return { kind: 'literal', value: Number(token.text) }
    }
    if (token.kind === 'text') {
      this.offset++
      return { kind: 'literal', value: token.text }
    }
    if (this.accept('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    if (this.isSymbol('$')) throw new PatternError('has a variable, which is not supported')
    const next = this.token(1)
    const calls = token.kind === 'name' && next.kind === 'symbol' && next.text === '('
    return calls && !Object.hasOwn(nodeTypes, token.text) ? this.call() : null
  }

  private call(): Expression {
    const name = this.token().text
    this.offset += 2
    const operands: Expression[] = []
    if (!this.isSymbol(')')) {
      do operands.push(this.expression())
      while (this.accept(','))
    }
    this.expect(')')
    checkCall(name, operands.length)
    return { kind: 'call', name, arguments: operands }
  }

  private startsStep(): boolean {
    const { kind, text } = this.token()
    return kind === 'name' || kind === 'clark' || (kind === 'symbol' && ['.', '..', '@', '*'].includes(text))
  }

  private steps(): Step[] {
    return [this.step(), ...this.moreSteps()]
  }

  private moreSteps(): Step[] {
    const steps: Step[] = []
    for (;;) {
      if (this.accept('//')) steps.push(everything, this.step())
      else if (this.accept('/')) steps.push(this.step())
      else return steps
      if (steps.length > MAX_DEPTH) throw new PatternError(`has more than ${MAX_DEPTH} steps`)
    }
  }

  private step(): Step {
    if (this.accept('..')) return { axis: 'parent', test: { kind: 'every' }, predicates: [] }
    if (this.accept('.')) return { axis: 'self', test: { kind: 'every' }, predicates: this.predicates() }
    const axis = this.axis()
    const test = this.test()
    return { axis, test, predicates: this.predicates() }
  }

  private axis(): Axis {
    if (this.accept('@')) return 'attribute'
    const next = this.token(1)
    if (this.token().kind !== 'name' || next.kind !== 'symbol' || next.text !== '::') return 'child'
    const axis = axes.find((candidate) => candidate === this.token().text)
    if (axis === undefined) throw new PatternError(`has the unknown axis ${this.token().text}`)
    this.offset += 2
    return axis
  }

  private test(): NodeTest {
    const token = this.token()
    if (this.accept('*')) return { kind: 'any', prefix: null }
    if (token.kind === 'clark') {
      this.offset++
      return clarkTest(token.text)
    }
    if (token.kind !== 'name') throw this.unexpected()
    this.offset++
    if (Object.hasOwn(nodeTypes, token.text) && this.accept('(')) {
      if (token.text === 'processing-instruction' && this.token().kind === 'text') this.offset++
      this.expect(')')
      return nodeTypes[token.text]!
    }
    const colon = token.text.indexOf(':')
    if (colon < 0) return { kind: 'name', prefix: '', local: token.text, namespace: null }
    const prefix = token.text.slice(0, colon)
    const local = token.text.slice(colon + 1)
    return local === '*' ? { kind: 'any', prefix } : { kind: 'name', prefix, local, namespace: null }
  }

  private predicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.accept('[')) {
      predicates.push(this.expression())
      this.expect(']')
    }
    return predicates
  }
}

function clarkTest(text: string): NodeTest {
  const close = text.indexOf('}')
  return { kind: 'name', prefix: '', local: text.slice(close + 1), namespace: text.slice(1, close) }
}
