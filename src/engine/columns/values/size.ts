import { ExactNumber } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'

/** JSON characters of one value; also the limit of a code result. */
export const MAX_VALUE = 20_000_000

/**
 * Whether a value is too large for a cell. Shared parts count each time: ten thousand matches of a path may contain
 * the same megabyte.
 */
export function isTooLarge(value: Json): boolean {
  if (typeof value === 'string') return value.length > MAX_VALUE
  if (typeof value !== 'object' || value === null) return false
  let remaining = MAX_VALUE
  const open: Json[] = [value]
  for (let next = open.pop(); next !== undefined && remaining >= 0; next = open.pop()) {
    if (typeof next === 'string') remaining -= next.length + 3
    else if (typeof next !== 'object' || next === null) remaining -= 2
    else if (next instanceof ExactNumber) remaining -= next.text.length
    else if (Array.isArray(next)) {
      remaining -= 2
      for (const item of next as readonly Json[]) open.push(item)
    } else {
      for (const [name, item] of Object.entries(next)) {
        remaining -= name.length + 4
        open.push(item)
      }
    }
  }
  return remaining < 0
}
