import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { compareText } from './characters.ts'
import { compareNumbers, numberOf } from './numbers.ts'
import { textOf, typeName } from './types.ts'
import { Dict, Float, Range, Tuple, Undefined, type Value } from './value.ts'

/** `left == right`: numbers by value, text, lists, tuples and dicts by content, everything else by identity. */
export function equals(left: Value, right: Value, budget: Budget): boolean {
  budget.step()
  if (left === right) return true
  const leftNumber = numberOf(left)
  if (leftNumber !== undefined) {
    const rightNumber = numberOf(right)
    return rightNumber !== undefined && compareNumbers(leftNumber, rightNumber) === 0
  }
  const leftText = textOf(left)
  if (leftText !== undefined) {
    budget.read(leftText.length)
    return leftText === textOf(right)
  }
  if (Array.isArray(left)) return Array.isArray(right) && sameItems(left, right, budget)
  if (left instanceof Tuple) return right instanceof Tuple && sameItems(left.items, right.items, budget)
  if (left instanceof Dict) return right instanceof Dict && sameEntries(left, right, budget)
  if (left instanceof Undefined) return right instanceof Undefined && left.chainable === right.chainable
  if (left instanceof Range && right instanceof Range) return sameRange(left, right)
  return false
}

/** Python's `is`: the same object, or equal numbers and texts of one type. */
export function isIdentical(left: Value, right: Value): boolean {
  if (left instanceof Float && right instanceof Float) return left.value === right.value
  return left === right
}

/** The sign of `left - right` for `<` and sorting; fails for types that Python does not order. NaN is unordered. */
export function order(left: Value, right: Value, operator: string, budget: Budget): number {
  budget.step()
  if (left instanceof Undefined) return fail(left.message)
  if (right instanceof Undefined) return fail(right.message)
  const leftNumber = numberOf(left)
  const rightNumber = numberOf(right)
  if (leftNumber !== undefined && rightNumber !== undefined) return compareNumbers(leftNumber, rightNumber)
  const leftText = textOf(left)
  const rightText = textOf(right)
  if (leftText !== undefined && rightText !== undefined) {
    budget.read(Math.min(leftText.length, rightText.length))
    return compareText(leftText, rightText)
  }
  if (Array.isArray(left) && Array.isArray(right)) return orderItems(left, right, operator, budget)
  if (left instanceof Tuple && right instanceof Tuple)
    return orderItems(left.items, right.items, operator, budget)
  return fail(`'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`)
}

function orderItems(
  left: readonly Value[],
  right: readonly Value[],
  operator: string,
  budget: Budget,
): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left[index]!
    const b = right[index]!
    if (!equals(a, b, budget)) return order(a, b, operator, budget)
  }
  return left.length - right.length
}

function sameItems(left: readonly Value[], right: readonly Value[], budget: Budget): boolean {
  return left.length === right.length && left.every((item, index) => equals(item, right[index]!, budget))
}

function sameEntries(left: Dict, right: Dict, budget: Budget): boolean {
  if (left.size !== right.size) return false
  for (const [hash, entry] of left.entries) {
    const other = right.entries.get(hash)
    if (!other || !equals(entry.value, other.value, budget)) return false
  }
  return true
}

function sameRange(left: Range, right: Range): boolean {
  if (left.length !== right.length) return false
  return left.length === 0 || (left.start === right.start && (left.length === 1 || left.step === right.step))
}
