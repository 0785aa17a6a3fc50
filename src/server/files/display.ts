import type { Json } from '../../engine/columns/json.ts'
import { plainOf } from './plain-value.ts'

/** What a person sees of a value: text as it is, anything else as compact JSON. */
export function displayOf(value: Json): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(plainOf(value))
}
