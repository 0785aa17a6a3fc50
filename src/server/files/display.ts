import type { Json } from '../../engine/json/json.ts'
import { plainOf } from './plain-value.ts'

/** Text of a value for people: texts unchanged, other values as compact JSON. */
export function displayOf(value: Json): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(plainOf(value))
}
