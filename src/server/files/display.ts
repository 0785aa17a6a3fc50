import type { Json, JsonObject } from '../../engine/columns/json.ts'
import { isObject } from '../../engine/columns/values/coercions.ts'

/**
 * What a person sees of a value: text as it is, a comparison as its result (columns.md 1.10), anything else
 * as compact JSON.
 */
export function displayOf(value: Json): string | null {
  if (value === null) return null
  if (typeof value === 'string') return value
  return JSON.stringify(isComparison(value) ? value['comparison_result'] : value)
}

/** Nothing but what COMPARE gives, in its order. */
function isComparison(value: Json): value is JsonObject {
  if (!isObject(value) || typeof value['comparison_result'] !== 'boolean') return false
  const [first, second, ...others] = Object.keys(value)
  return first === 'comparison_result' && (second === undefined || second === 'diff') && others.length === 0
}
