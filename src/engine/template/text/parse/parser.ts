import { failSyntax } from '../errors.ts'
import type {
  BlockStatement,
  CallExpr,
  Expr,
  FilterExpr,
  ForStatement,
  Signature,
  Statement,
  Target,
  Template,
} from './ast.ts'
import { ExpressionParser } from './expressions.ts'
import { ImportParser } from './imports.ts'
import { readParameters } from './parameters.ts'
import { TargetParser } from './targets.ts'

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
  private readonly targets: TargetParser
  private readonly imports: ImportParser
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
    include: (line) => this.imports.include(line),
    extends: (line) => this.imports.extends(line),
    import: (line) => this.imports.import(line),
    from: (line) => this.imports.from(line),
  }

  constructor(source: string, maxDepth: number) {
    this.expressions = new ExpressionParser(source, maxDepth)
    this.targets = new TargetParser(this.expressions.stream)
    this.imports = new ImportParser(this.expressions, this.targets)
  }

  private get stream() {
    return this.expressions.stream
  }

  template(): Statement[] {
    const body = this.statements([])
    if (!this.stream.is('eof')) this.stream.fail('Unexpected end of template')
    return body
  }

  /** Statements up to one of the end tags, whose name becomes the current token. */
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
    const writesBefore = this.targets.loopWrites
    const target = this.targets.target(['in'])
    stream.expectName('in')
    const items = expressions.tuple(false, ['recursive'])
    const test = stream.skipName('if') ? expressions.expression() : null
    const recursive = stream.skipName('recursive')
    const readsBefore = expressions.reads.get('loop') ?? 0
    const body = this.body('endfor', 'else')
    const usesLoop =
      recursive || (expressions.reads.get('loop') ?? 0) > readsBefore || body.some(isScopedBlock)
    const otherwise = stream.next().value === 'endfor' ? [] : this.bodyOf('endfor')
    if (this.targets.loopWrites > writesBefore)
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
    const target = this.targets.target([], true)
    if (this.stream.skip('=')) return { kind: 'set', target, value: this.expressions.tuple(), line }
    const filter = this.expressions.filters(null)
    return { kind: 'capture', target, filter, body: this.bodyOf('endset'), line }
  }

  private with(line: number): Statement {
    const bindings: [Target, Expr][] = []
    while (!this.stream.is('block_end')) {
      if (bindings.length > 0) this.stream.expect(',')
      const target = this.targets.target([])
      this.stream.expect('=')
      bindings.push([target, this.expressions.expression()])
    }
    return { kind: 'with', bindings, body: this.bodyOf('endwith'), line }
  }

  private macro(line: number): Statement {
    const { name } = this.targets.name()
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
    const parameters = end === 'endmacro' || stream.is('(') ? readParameters(expressions, this.targets) : []
    between()
    const before = new Map(
      ['caller', 'varargs', 'kwargs'].map((name) => [name, expressions.reads.get(name) ?? 0]),
    )
    const body = this.bodyOf(end)
    const uses = (name: string) => (expressions.reads.get(name) ?? 0) > (before.get(name) ?? 0)
    const caller = parameters.find(({ name }) => name === 'caller')
    if (uses('caller') && caller && caller.fallback === null) {
      stream.fail('The special "caller" argument must be omitted or be bound a default')
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
}

function isScopedBlock(statement: Statement): boolean {
  return statement.kind === 'block' && statement.scoped
}
