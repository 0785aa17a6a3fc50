import { ExactNumber, isJsonNumber, orderOfNumbers } from './exact-number.ts'
import { isFields } from './fields.ts'

/** Equality in any key order. Numbers compare with all digits, so 1 equals 1.0; true differs from 1. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left instanceof ExactNumber || right instanceof ExactNumber)
    return isJsonNumber(left) && isJsonNumber(right) && orderOfNumbers(left, right) === 0
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => jsonEqual(item, right[index]))
  }
  if (!isFields(left) || !isFields(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
}
