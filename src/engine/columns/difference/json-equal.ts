import type { Json, JsonObject } from '../json.ts'

/** Equal whatever the order of keys; 1 is 1.0, and true is not 1. */
export function jsonEqual(left: Json, right: Json): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  if (Array.isArray(left)) {
    const other = right as readonly Json[]
    return left.length === other.length && left.every((item, index) => jsonEqual(item, other[index]!))
  }
  const one = left as JsonObject
  const other = right as JsonObject
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && jsonEqual(one[key]!, other[key]!))
}
