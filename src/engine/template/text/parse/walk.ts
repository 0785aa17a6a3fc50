import type { CallArguments, Expr } from './ast.ts'

/** The direct subexpressions, in the order of the text. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'const':
    case 'name':
      return []
    case 'tuple':
    case 'list':
    case 'concat':
      return expr.items
    case 'dict':
      return expr.entries.flat()
    case 'attribute':
    case 'unary':
    case 'not':
      return [expr.value]
    case 'item':
      return [expr.value, expr.key]
    case 'slice':
      return present(expr.start, expr.stop, expr.step)
    case 'call':
      return [expr.callee, ...argumentsOf(expr.args)]
    case 'filter':
    case 'test':
      return [...present(expr.value), ...argumentsOf(expr.args)]
    case 'binary':
    case 'and':
    case 'or':
      return [expr.left, expr.right]
    case 'compare':
      return [expr.first, ...expr.rest.map(([, operand]) => operand)]
    case 'if':
      return present(expr.whenTrue, expr.test, expr.otherwise)
  }
}

function argumentsOf(args: CallArguments): readonly Expr[] {
  return [
    ...args.positional,
    ...args.named.map(([, value]) => value),
    ...present(args.spread, args.spreadNamed),
  ]
}

function present(...exprs: readonly (Expr | null)[]): Expr[] {
  return exprs.filter((expr) => expr !== null)
}
