import type { Budget } from '../budget.ts'
import type { CompareOperator } from '../parse/ast.ts'
import { equals, order } from '../values/compare.ts'
import { contains } from '../values/operators.ts'
import type { Value } from '../values/value.ts'

/** Whether one comparison of a chain holds. */
export function compareValues(operator: CompareOperator, left: Value, right: Value, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return equals(left, right, budget)
    case '!=':
      return !equals(left, right, budget)
    case 'in':
      return contains(right, left, budget)
    case 'not in':
      return !contains(right, left, budget)
    case '<':
      return order(left, right, operator, budget) < 0
    case '<=':
      return order(left, right, operator, budget) <= 0
    case '>':
      return order(left, right, operator, budget) > 0
    case '>=':
      return order(left, right, operator, budget) >= 0
  }
}
