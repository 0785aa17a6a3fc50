import type { Statement } from './ast.ts'
import type { ExpressionParser } from './expressions.ts'
import type { TargetParser } from './targets.ts'

/** Parses tags that load other templates; they are refused at run time. */
export class ImportParser {
  private readonly expressions: ExpressionParser
  private readonly targets: TargetParser

  constructor(expressions: ExpressionParser, targets: TargetParser) {
    this.expressions = expressions
    this.targets = targets
  }

  extends(line: number): Statement {
    return { kind: 'unsupported', tag: 'extends', names: [], value: this.expressions.expression(), line }
  }

  include(line: number): Statement {
    const value = this.expressions.expression()
    if (this.expressions.stream.skipName('ignore')) this.expressions.stream.expectName('missing')
    this.context()
    return { kind: 'unsupported', tag: 'include', names: [], value, line }
  }

  import(line: number): Statement {
    const value = this.expressions.expression()
    this.expressions.stream.expectName('as')
    const { name } = this.targets.name()
    this.context()
    return { kind: 'unsupported', tag: 'import', names: [name], value, line }
  }

  from(line: number): Statement {
    const { stream } = this.expressions
    const value = this.expressions.expression()
    stream.expectName('import')
    const names: string[] = []
    do {
      if (this.context()) break
      const { name } = this.targets.name()
      if (name.startsWith('_')) stream.fail('names starting with an underline can not be imported')
      names.push(stream.skipName('as') ? this.targets.name().name : name)
    } while (!this.context() && stream.skip(','))
    return { kind: 'unsupported', tag: 'import', names, value, line }
  }

  /** `with context` or `without context`. */
  private context(): boolean {
    const { stream } = this.expressions
    if (!stream.isName('with', 'without') || stream.following.value !== 'context') return false
    stream.next()
    stream.next()
    return true
  }
}
