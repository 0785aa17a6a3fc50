import { failSyntax } from '../errors.ts'
import type {
  BlockStatement,
  CallExpr,
  Expr,
  FilterExpr,
  ForStatement,
  Name,
  Signature,
  Statement,
  Target,
  Template,
} from './ast.ts'
import { ExpressionParser } from './expressions.ts'

const RESERVED: readonly string[] = ['true', 'false', 'none', 'True', 'False', 'None']

/**
 * Parses a template. Throws `template_syntax` for everything Jinja2's own parser refuses, and for blocks or
 * brackets nested deeper than `maxDepth`.
 */
export function parseTemplate(source: string, maxDepth: number): Template {
  const parser = new StatementParser(source, maxDepth)
  return { body: parser.template(), blocks: parser.blocks }
}

class StatementParser {
  readonly blocks = new Map<string, BlockStatement>()
  private readonly expressions: ExpressionParser
  private loopWrites = 0
  private readonly tags: Readonly<Record<string, (line: number) => Statement | Statement[]>> = {
    for: (line) => this.for(line),
    if: (line) => this.if(line),
    set: (line) => this.set(line),
    with: (line) => this.with(line),
    macro: (line) => this.macro(line),
    call: (line) => this.callBlock(line),
    filter: (line) => this.filterBlock(line),
    block: (line) => this.block(line),
    print: (line) => this.print(line),
    autoescape: (line) => this.autoescape(line),
    include: (line) => this.include(line),
    extends: (line) => ({
      kind: 'unsupported',
      tag: 'extends',
      names: [],
      value: this.expressions.expression(),
      line,
    }),
    import: (line) => this.import(line),
    from: (line) => this.from(line),
  }

  constructor(source: string, maxDepth: number) {
    this.expressions = new ExpressionParser(source, maxDepth)
  }

  private get stream() {
    return this.expressions.stream
  }

  template(): Statement[] {
    const body = this.statements([])
    if (!this.stream.is('eof')) this.stream.fail('Unexpected end of template')
    return body
  }

  /** Statements up to one of the end tags, whose name is then the current token. */
  private statements(ends: readonly string[]): Statement[] {
    const { stream } = this
    const body: Statement[] = []
    while (!stream.is('eof')) {
      const token = stream.next()
      if (token.type === 'data') body.push({ kind: 'text', text: token.value, line: token.line })
      else if (token.type === 'variable_begin') {
        body.push({ kind: 'print', value: this.expressions.tuple(), line: token.line })
        stream.expect('variable_end')
      } else {
        if (stream.isName(...ends)) return body
        body.push(...[this.statement()].flat())
        stream.expect('block_end')
      }
    }
    return body
  }

  private statement(): Statement | Statement[] {
    const { stream } = this
    if (!stream.is('name')) stream.fail('tag name expected')
    const name = stream.current.value
    if (!Object.hasOwn(this.tags, name)) stream.fail(`Encountered unknown tag '${name}'.`)
    const { line } = stream.next()
    return stream.nested(() => this.tags[name]!(line))
  }

  /** The body of a tag: an optional colon, the end of the tag, and statements up to an end tag. */
  private body(...ends: readonly string[]): Statement[] {
    this.stream.skip(':')
    this.stream.expect('block_end')
    const body = this.statements(ends)
    if (this.stream.is('eof'))
      this.stream.fail(`Unexpected end of template. Looking for: ${ends.join(' or ')}.`)
    return body
  }

  private bodyOf(end: string): Statement[] {
    const body = this.body(end)
    this.stream.next()
    return body
  }

  private for(line: number): ForStatement {
    const { stream, expressions } = this
    const writesBefore = this.loopWrites
    const target = this.target(['in'])
    stream.expectName('in')
    const items = expressions.tuple(false, ['recursive'])
    const test = stream.skipName('if') ? expressions.expression() : null
    const recursive = stream.skipName('recursive')
    const readsBefore = expressions.reads.get('loop') ?? 0
    const body = this.body('endfor', 'else')
    const usesLoop =
      recursive || (expressions.reads.get('loop') ?? 0) > readsBefore || body.some(isScopedBlock)
    const otherwise = stream.next().value === 'endfor' ? [] : this.bodyOf('endfor')
    if (this.loopWrites > writesBefore)
      failSyntax("Can't assign to special loop variable in for-loop target", line)
    return { kind: 'for', target, items, test, recursive, usesLoop, body, otherwise, line }
  }

  private if(line: number): Statement {
    const branches: { test: Expr; body: Statement[] }[] = []
    for (;;) {
      const test = this.expressions.tuple(false)
      branches.push({ test, body: this.body('elif', 'else', 'endif') })
      const end = this.stream.next().value
      if (end === 'else') return { kind: 'branch', branches, otherwise: this.bodyOf('endif'), line }
      if (end === 'endif') return { kind: 'branch', branches, otherwise: [], line }
    }
  }

  private set(line: number): Statement {
    const target = this.target([], true)
    if (this.stream.skip('=')) return { kind: 'set', target, value: this.expressions.tuple(), line }
    const filter = this.expressions.filters(null)
    return { kind: 'capture', target, filter, body: this.bodyOf('endset'), line }
  }

  private with(line: number): Statement {
    const bindings: [Target, Expr][] = []
    while (!this.stream.is('block_end')) {
      if (bindings.length > 0) this.stream.expect(',')
      const target = this.target([])
      this.stream.expect('=')
      bindings.push([target, this.expressions.expression()])
    }
    return { kind: 'with', bindings, body: this.bodyOf('endwith'), line }
  }

  private macro(line: number): Statement {
    const { name } = this.targetName()
    return { kind: 'macro', name, signature: this.signature('endmacro', () => undefined), line }
  }

  private callBlock(line: number): Statement {
    let call: Expr | undefined
    const signature = this.signature('endcall', () => {
      call = this.expressions.expression()
    })
    if (call?.kind !== 'call') return failSyntax('expected call', line)
    return { kind: 'callBlock', signature, call: call as CallExpr, line }
  }

  /** Parameters (optional for call blocks), then `between`, then the body. */
  private signature(end: string, between: () => void): Signature {
    const { stream, expressions } = this
    const parameters = end === 'endmacro' || stream.is('(') ? this.parameters() : []
    between()
    const before = new Map(
      ['caller', 'varargs', 'kwargs'].map((name) => [name, expressions.reads.get(name) ?? 0]),
    )
    const body = this.bodyOf(end)
    const uses = (name: string) => (expressions.reads.get(name) ?? 0) > (before.get(name) ?? 0)
    const caller = parameters.find(({ name }) => name === 'caller')
    if (uses('caller') && caller && caller.fallback === null) {
      stream.fail('The special "caller" argument must be omitted or be given a default')
    }
    const special = (name: string) => uses(name) && parameters.every((parameter) => parameter.name !== name)
    return {
      parameters,
      body,
      usesCaller: uses('caller'),
      usesVarargs: special('varargs'),
      usesKwargs: special('kwargs'),
    }
  }

  private parameters(): { name: string; fallback: Expr | null }[] {
    const { stream } = this
    const parameters: { name: string; fallback: Expr | null }[] = []
    stream.expect('(')
    while (!stream.is(')')) {
      if (parameters.length > 0) stream.expect(',')
      const { name } = this.targetName()
      const fallback = stream.skip('=') ? this.expressions.expression() : null
      if (fallback === null && parameters.at(-1)?.fallback)
        stream.fail('non-default argument follows default argument')
      if (parameters.some((parameter) => parameter.name === name)) stream.fail(`duplicate argument '${name}'`)
      parameters.push({ name, fallback })
    }
    stream.expect(')')
    return parameters
  }

  private filterBlock(line: number): Statement {
    const first = this.expressions.filter(null)
    const filter = (this.expressions.filters(first) ?? first) as FilterExpr
    return { kind: 'filterBlock', filter, body: this.bodyOf('endfilter'), line }
  }

  private block(line: number): Statement {
    const { stream } = this
    const name = stream.expect('name').value
    const scoped = stream.skipName('scoped')
    const required = stream.skipName('required')
    if (stream.is('-')) stream.fail('Block names may not contain hyphens, use an underscore instead.')
    const body = this.bodyOf('endblock')
    const blank = body.every((part) => part.kind === 'text' && part.text.trim() === '')
    if (required && !blank) stream.fail('Required blocks can only contain comments or whitespace')
    stream.skipName(name)
    if (this.blocks.has(name)) failSyntax(`block '${name}' defined twice`, line)
    const block: BlockStatement = { kind: 'block', name, scoped, required, body, line }
    this.blocks.set(name, block)
    return block
  }

  private print(line: number): Statement[] {
    const prints: Statement[] = []
    while (!this.stream.is('block_end')) {
      if (prints.length > 0) this.stream.expect(',')
      prints.push({ kind: 'print', value: this.expressions.expression(), line })
    }
    return prints
  }

  private autoescape(line: number): Statement {
    const value = this.expressions.expression()
    return { kind: 'autoescape', value, body: this.bodyOf('endautoescape'), line }
  }

  private include(line: number): Statement {
    const value = this.expressions.expression()
    if (this.stream.skipName('ignore')) this.stream.expectName('missing')
    this.context()
    return { kind: 'unsupported', tag: 'include', names: [], value, line }
  }

  private import(line: number): Statement {
    const value = this.expressions.expression()
    this.stream.expectName('as')
    const { name } = this.targetName()
    this.context()
    return { kind: 'unsupported', tag: 'import', names: [name], value, line }
  }

  private from(line: number): Statement {
    const { stream } = this
    const value = this.expressions.expression()
    stream.expectName('import')
    const names: string[] = []
    do {
      if (this.context()) break
      const { name } = this.targetName()
      if (name.startsWith('_')) stream.fail('names starting with an underline can not be imported')
      names.push(stream.skipName('as') ? this.targetName().name : name)
    } while (!this.context() && stream.skip(','))
    return { kind: 'unsupported', tag: 'import', names, value, line }
  }

  private context(): boolean {
    if (!this.stream.isName('with', 'without') || this.stream.following.value !== 'context') return false
    this.stream.next()
    this.stream.next()
    return true
  }

  private targetName(): Name {
    const token = this.stream.expect('name')
    return this.writable(token.value, token.line)
  }

  private writable(name: string, line: number): Name {
    if (RESERVED.includes(name)) failSyntax(`can't assign to '${name}'`, line)
    if (name === 'loop') this.loopWrites++
    return { kind: 'name', name, line }
  }

  /** An assignment target: names, tuples of them and, in `set`, members of a namespace. */
  private target(ends: readonly string[], withMembers = false, inParentheses = false): Target {
    const { stream } = this
    const { line } = stream
    const items: Target[] = []
    let isTuple = false
    while (
      !(stream.is('block_end') || stream.is(')') || stream.is('variable_end') || stream.isName(...ends))
    ) {
      items.push(this.singleTarget(withMembers))
      if (!stream.skip(',')) break
      isTuple = true
    }
    if (!isTuple && items.length === 1) return items[0]!
    if (!isTuple && !inParentheses) stream.fail(`Expected an expression, got '${stream.describeCurrent()}'`)
    return { kind: 'targets', items, line }
  }

  private singleTarget(withMembers: boolean): Target {
    const { stream } = this
    if (stream.skip('(')) {
      const target = stream.nested(() => this.target([], false, true))
      stream.expect(')')
      return target
    }
    const token = stream.expect('name')
    if (!withMembers || !stream.skip('.')) return this.writable(token.value, token.line)
    return { kind: 'member', object: token.value, name: stream.expect('name').value, line: token.line }
  }
}

function isScopedBlock(statement: Statement): boolean {
  return statement.kind === 'block' && statement.scoped
}
