import type { Json, JsonObject } from '../../engine/columns/json.ts'
import { isObject } from '../../engine/columns/values/coercions.ts'

/** What a file has of a value: a comparison is its result (columns.md 1.10), anything else is itself. */
export const plainOf = (value: Json): Json => (isComparison(value) ? value['comparison_result']! : value)

/** Nothing but what COMPARE gives, in its order. */
function isComparison(value: Json): value is JsonObject {
  if (!isObject(value) || typeof value['comparison_result'] !== 'boolean') return false
  const [first, second, ...others] = Object.keys(value)
  return first === 'comparison_result' && (second === undefined || second === 'diff') && others.length === 0
}
