import { failSyntax } from '../errors.ts'
import type { Name, Target } from './ast.ts'
import type { TokenStream } from './token-stream.ts'

const RESERVED: readonly string[] = ['true', 'false', 'none', 'True', 'False', 'None']

/** Parses assignment targets. */
export class TargetParser {
  /** Number of times `loop` was a target: loops refuse it in their bodies. */
  loopWrites = 0
  private readonly stream: TokenStream

  constructor(stream: TokenStream) {
    this.stream = stream
  }

  name(): Name {
    const token = this.stream.expect('name')
    return this.writable(token.value, token.line)
  }

  private writable(name: string, line: number): Name {
    if (RESERVED.includes(name)) failSyntax(`can't assign to '${name}'`, line)
    if (name === 'loop') this.loopWrites++
    return { kind: 'name', name, line }
  }

  /** An assignment target: names, tuples of them and, in `set`, members of a namespace. */
  target(ends: readonly string[], withMembers = false, inParentheses = false): Target {
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
