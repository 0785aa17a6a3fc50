import type { Json } from '../json.ts'
import { isList, isObject } from '../values/coercions.ts'

const falseWords = new Set(['', 'false', 'null', '[]', '{}', '""'])

/** Whether an output counts as something. Models answer in text, so that their `false` counts as none. */
export function isTruthy(found: Json): boolean {
  if (typeof found === 'string') return found.length > 20 || !falseWords.has(found.trim().toLowerCase())
  if (isList(found)) return found.length > 0
  if (isObject(found)) return Object.keys(found).length > 0
  return Boolean(found)
}
