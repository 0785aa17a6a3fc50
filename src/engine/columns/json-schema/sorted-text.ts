import { isJsonNumber, numberKey } from '../../json/exact-number.ts'
import type { Json } from '../json.ts'
import { isList, isObject } from '../values/coercions.ts'

/** Equal values have equal texts, in any key order. */
export function sortedText(value: Json): string {
  if (isList(value)) return `[${value.map(sortedText).join(',')}]`
  if (isJsonNumber(value)) return numberKey(value)
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedText(value[key]!)}`).join(',')}}`
}
