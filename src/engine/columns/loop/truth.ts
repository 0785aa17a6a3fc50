import type { Json } from '../json.ts'
import { isList, isObject } from '../values/coercions.ts'

const falseWords = new Set(['', 'false', 'null', '[]', '{}', '""'])

/** Whether an output counts as true. Models answer in text, so a text such as `false` counts as false. */
export function isTruthy(output: Json): boolean {
  if (typeof output === 'string') return output.length > 20 || !falseWords.has(output.trim().toLowerCase())
  if (isList(output)) return output.length > 0
  if (isObject(output)) return Object.keys(output).length > 0
  return Boolean(output)
}
