import { jsonpath, Nothing } from 'json-p3'
import { ExactNumber, isJsonNumber, NumberOutOfRange, orderOfNumbers } from '../../json/exact-number.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { parseExact } from '../../json/parse-exact.ts'
import { PatternError } from '../pattern-error.ts'

type Evaluated = { evaluate: (context: jsonpath.FilterContext) => unknown }

/** Compares numbers with all their digits, including those of the path; the library compares doubles. */
export function compareExactly(expression: object): void {
  if (expression instanceof jsonpath.expressions.NumberLiteral) {
    const number = exactNumberOf(expression.token.value)
    if (number !== undefined) (expression as Evaluated).evaluate = () => number
  } else if (expression instanceof jsonpath.expressions.InfixExpression && !expression.logical) {
    const { operator, left, right } = expression
    expression.evaluate = (context) =>
      holds(operator, single(left.evaluate(context)), single(right.evaluate(context)))
  }
}

/** Undefined if the double is exact. */
function exactNumberOf(numeral: string): ExactNumber | undefined {
  try {
    const number = parseExact(numeral)
    return number instanceof ExactNumber ? number : undefined
  } catch (error) {
    if (!(error instanceof NumberOutOfRange)) return undefined
    throw new PatternError(`has the number ${numeral.slice(0, 40)}, which is not supported`)
  }
}

const single = (value: unknown): unknown =>
  value instanceof jsonpath.JSONPathNodeList && value.nodes.length === 1 ? value.nodes[0]!.value : value

function holds(operator: string, left: unknown, right: unknown): boolean {
  if (operator === '==') return isSame(left, right)
  if (operator === '!=') return !isSame(left, right)
  if (operator === '<') return isLess(left, right)
  if (operator === '>') return isLess(right, left)
  if (operator === '<=') return isLess(left, right) || isSame(left, right)
  return operator === '>=' && (isLess(right, left) || isSame(left, right))
}

/** Two paths without matches are equal. */
function isSame(left: unknown, right: unknown): boolean {
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
  const isList = left instanceof jsonpath.JSONPathNodeList || right instanceof jsonpath.JSONPathNodeList
  return !isList && jsonEqual(left, right)
}

const isNothing = (value: unknown): boolean =>
  value === Nothing || (value instanceof jsonpath.JSONPathNodeList && value.nodes.length === 0)

function isLess(left: unknown, right: unknown): boolean {
  if (isJsonNumber(left) && isJsonNumber(right)) return orderOfNumbers(left, right) < 0
  return typeof left === 'string' && typeof right === 'string' && left < right
}
