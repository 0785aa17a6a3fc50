import { orderOfNumbers } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import type { Step } from '../column.ts'
import { failed } from '../failures.ts'
import { plain, toExactNumber, toText } from '../values/coercions.ts'
import { listOf } from '../values/required.ts'

export const conditionOperators = [
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'not_in',
  'is_null',
  'is_not_null',
] as const

type Operator = (typeof conditionOperators)[number]

/** True, false, or a failure. */
export type Test = (left: Json, right: Json) => boolean | Step

export function testOf(operator: Operator): Test {
  return tests[operator]
}

const tests: Readonly<Record<Operator, Test>> = {
  '=': (left, right) => same(left, right),
  '!=': (left, right) => !same(left, right),
  '<': ordered((order) => order < 0),
  '>': ordered((order) => order > 0),
  '<=': ordered((order) => order <= 0),
  '>=': ordered((order) => order >= 0),
  in: (left, right) => among(left, right, true),
  not_in: (left, right) => among(left, right, false),
  is_null: (left) => left === null,
  is_not_null: (left) => left !== null,
}

/** Compares two numbers by value, other values as JSON or as text. Null equals only null. */
function same(left: Json, right: Json): boolean {
  const plainLeft = plain(left)
  const plainRight = plain(right)
  if (plainLeft === null || plainRight === null) return plainLeft === plainRight
  const leftNumber = toExactNumber(plainLeft)
  const rightNumber = toExactNumber(plainRight)
  if (leftNumber !== undefined && rightNumber !== undefined)
    return orderOfNumbers(leftNumber, rightNumber) === 0
  return jsonEqual(plainLeft, plainRight) || toText(plainLeft) === toText(plainRight)
}

function ordered(holds: (order: number) => boolean): Test {
  return (left, right) => {
    if (left === null || right === null) return false
    const leftNumber = toExactNumber(left)
    const rightNumber = toExactNumber(right)
    if (leftNumber !== undefined && rightNumber !== undefined)
      return holds(orderOfNumbers(leftNumber, rightNumber))
    return failed('not_comparable', 'Only numbers can be compared with <, >, <= and >=.')
  }
}

function among(left: Json, right: Json, valueIfFound: boolean): boolean | Step {
  if (left === null || right === null) return false
  const list = listOf(right)
  if (list === undefined) return failed('not_a_list', 'The right side of in and not_in must be a list.')
  return list.some((item) => same(left, item)) === valueIfFound
}
