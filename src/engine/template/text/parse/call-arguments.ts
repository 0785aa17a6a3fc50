import type { CallArguments, Expr } from './ast.ts'
import type { TokenStream } from './token-stream.ts'

export const NO_ARGUMENTS: CallArguments = { positional: [], named: [], spread: null, spreadNamed: null }

/** Python's order: positional ones, then named ones, then `*list` and `**mapping`. */
export function readCallArguments(stream: TokenStream, expression: () => Expr): CallArguments {
  const positional: Expr[] = []
  const namedArgs: [string, Expr][] = []
  let spread: Expr | null = null
  let spreadNamed: Expr | null = null
  const ensure = (valid: boolean) => {
    if (!valid) stream.fail('invalid syntax for function call expression')
  }
  stream.expect('(')
  for (let first = true; !stream.is(')'); first = false) {
    if (!first) stream.expect(',')
    if (stream.is(')')) break
    if (stream.skip('*')) {
      ensure(spread === null && spreadNamed === null)
      spread = expression()
    } else if (stream.skip('**')) {
      ensure(spreadNamed === null)
      spreadNamed = expression()
    } else if (stream.is('name') && stream.following.type === '=') {
      const name = stream.next().value
      stream.next()
      ensure(spreadNamed === null && namedArgs.every(([other]) => other !== name))
      namedArgs.push([name, expression()])
    } else {
      ensure(spread === null && spreadNamed === null && namedArgs.length === 0)
      positional.push(expression())
    }
  }
  stream.expect(')')
  return { positional, named: namedArgs, spread, spreadNamed }
}
