import { isJsonNumber, type JsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { levenshteinSimilarity } from '../similarity/levenshtein.ts'
import { isList, isObject } from '../values/coercions.ts'

const BELOW_ONE = 1 - Number.EPSILON / 2

/** Longer texts count as equal or different only. */
const MAX_TEXT_LENGTH = 1_000

/**
 * Similarity of two JSON values from 0 to 1: the mean over all keys or items of both sides. Numbers compare by
 * relative distance, texts by edit distance; values of different kinds give 0.
 */
export function jsonScore(left: Json, right: Json): number {
  if (isObject(left) && isObject(right)) return objectScore(left, right)
  if (isList(left) && isList(right)) {
    const length = Math.max(left.length, right.length)
    if (length === 0) return 1
    let sum = 0
    for (let index = 0; index < Math.min(left.length, right.length); index++) {
      sum += jsonScore(left[index]!, right[index]!)
    }
    return sum / length
  }
  if (isJsonNumber(left) && isJsonNumber(right)) return numberScore(left, right)
  if (typeof left === 'string' && typeof right === 'string') return textScore(left, right)
  return left === right ? 1 : 0
}

function objectScore(left: JsonObject, right: JsonObject): number {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  if (keys.size === 0) return 1
  let sum = 0
  for (const key of keys) {
    if (Object.hasOwn(left, key) && Object.hasOwn(right, key)) sum += jsonScore(left[key]!, right[key]!)
  }
  return sum / keys.size
}

/** Numbers closer than a double can express score the largest double below 1. */
function numberScore(left: JsonNumber, right: JsonNumber): number {
  if (orderOfNumbers(left, right) === 0) return 1
  const [leftNumber, rightNumber] = [nearest(left), nearest(right)]
  const whole = Math.abs(leftNumber) + Math.abs(rightNumber)
  return whole === 0 ? BELOW_ONE : Math.min(BELOW_ONE, 1 - Math.abs(leftNumber - rightNumber) / whole)
}

function textScore(left: string, right: string): number {
  if (left === right) return 1
  if (left.length > MAX_TEXT_LENGTH || right.length > MAX_TEXT_LENGTH) return 0
  const similarity = levenshteinSimilarity(left, right)
  return similarity === 'too-large' ? 0 : similarity
}
