import { orderOfNumbers } from '../../json/exact-number.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import type { Step } from '../column.ts'
import { failed } from '../failures.ts'
import type { Json } from '../json.ts'
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

/** Numeric comparison if both are numbers, else equality, else as text. Null equals only null. */
function same(left: Json, right: Json): boolean {
  const one = plain(left)
  const other = plain(right)
  if (one === null || other === null) return one === other
  const first = toExactNumber(one)
  const second = toExactNumber(other)
  if (first !== undefined && second !== undefined) return orderOfNumbers(first, second) === 0
  return jsonEqual(one, other) || toText(one) === toText(other)
}

function ordered(holds: (order: number) => boolean): Test {
  return (left, right) => {
    if (left === null || right === null) return false
    const one = toExactNumber(left)
    const other = toExactNumber(right)
    if (one !== undefined && other !== undefined) return holds(orderOfNumbers(one, other))
    return failed('not_comparable', 'Only numbers can be compared with <, >, <= and >=.')
  }
}

function among(left: Json, right: Json, valueIfFound: boolean): boolean | Step {
  if (left === null || right === null) return false
  const list = listOf(right)
  if (list === undefined) return failed('not_a_list', 'The right side of in and not_in must be a list.')
  return list.some((item) => same(left, item)) === valueIfFound
}
