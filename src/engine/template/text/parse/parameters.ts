import type { Signature } from './ast.ts'
import type { ExpressionParser } from './expressions.ts'
import type { TargetParser } from './targets.ts'

/** Reads the parameters of a macro or call block, with their parentheses. */
export function readParameters(
  expressions: ExpressionParser,
  targets: TargetParser,
): Signature['parameters'] {
  const { stream } = expressions
  const parameters: Signature['parameters'][number][] = []
  stream.expect('(')
  while (!stream.is(')')) {
    if (parameters.length > 0) stream.expect(',')
    const { name } = targets.name()
    const fallback = stream.skip('=') ? expressions.expression() : null
    if (fallback === null && parameters.at(-1)?.fallback)
      stream.fail('non-default argument follows default argument')
    if (parameters.some((parameter) => parameter.name === name)) stream.fail(`duplicate argument '${name}'`)
    parameters.push({ name, fallback })
  }
  stream.expect(')')
  return parameters
}
