import { isObject } from '../../engine/columns/values/coercions.ts'
import type { Json, JsonObject } from '../../engine/json/json.ts'

/** A value as files contain it: the result of a COMPARE column, other values unchanged. */
export const plainOf = (value: Json): Json => (isComparison(value) ? value['comparison_result']! : value)

/** True for an object with exactly the fields of COMPARE's result, in their order. */
function isComparison(value: Json): value is JsonObject {
  if (!isObject(value) || typeof value['comparison_result'] !== 'boolean') return false
  const [first, second, ...others] = Object.keys(value)
  return first === 'comparison_result' && (second === undefined || second === 'diff') && others.length === 0
}
