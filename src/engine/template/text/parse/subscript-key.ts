import type { Expr } from './ast.ts'
import type { TokenStream } from './token-stream.ts'

/** One key between brackets: an expression, or a slice with its colons. */
export function readSubscriptKey(stream: TokenStream, expression: () => Expr): Expr {
  const { line } = stream
  const start = stream.is(':') ? null : expression()
  if (!stream.skip(':')) return start!
  const ends = () => stream.is(']') || stream.is(',')
  const stop = stream.is(':') || ends() ? null : expression()
  const step = stream.skip(':') && !ends() ? expression() : null
  return { kind: 'slice', start, stop, step, line }
}
