import { isJsonNumber } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { isList, isObject } from '../values/coercions.ts'

const MAX_SHOWN = 200
const MAX_DIFFERENCES = 20

/** The offset where two texts first differ, and the parts between their common start and end. Shortened for display. */
export function textDifference(left: string, right: string): Json {
  let offset = 0
  const shorter = Math.min(left.length, right.length)
  while (offset < shorter && left.charCodeAt(offset) === right.charCodeAt(offset)) offset++
  let end = 0
  while (
    end < shorter - offset &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  )
    end++
  return {
    at: offset,
    left: left.slice(offset, Math.min(left.length - end, offset + MAX_SHOWN)),
    right: right.slice(offset, Math.min(right.length - end, offset + MAX_SHOWN)),
  }
}

/** The paths at which two JSON values differ; a side without a value is absent. */
export function jsonDifferences(left: Json, right: Json): Json {
  const differences: JsonObject[] = []
  collect(left, right, '$', differences)
  return differences
}

function collect(
  left: Json | undefined,
  right: Json | undefined,
  path: string,
  differences: JsonObject[],
): void {
  if (differences.length >= MAX_DIFFERENCES) return
  if (isObject(left) && isObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const leftField = Object.hasOwn(left, key) ? left[key] : undefined
      const rightField = Object.hasOwn(right, key) ? right[key] : undefined
      collect(leftField, rightField, `${path}[${JSON.stringify(key)}]`, differences)
    }
  } else if (isList(left) && isList(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      collect(left[index], right[index], `${path}[${index}]`, differences)
    }
  } else if (left === undefined || right === undefined || !jsonEqual(left, right)) {
    differences.push({ path, ...shown('left', left), ...shown('right', right) })
  }
}

function shown(side: string, item: Json | undefined): JsonObject {
  if (item === undefined) return {}
  if (item === null || typeof item === 'boolean' || isJsonNumber(item)) return { [side]: item }
  const text = typeof item === 'string' ? item : JSON.stringify(item)
  return { [side]: text.slice(0, MAX_SHOWN) }
}
