import { isJsonNumber } from '../json/exact-number.ts'
import { Refusal } from '../refusal.ts'
import type { AttributeObject, AttributeValue } from './span.ts'

/** Limits above the largest spans that any library writes. A span beyond one is refused, never truncated. */
export const maxValueDepth = 32
export const maxAttributes = 20_000
export const maxEvents = 10_000
export const maxLinks = 1_000
/** Bytes of one span as JSON. */
export const maxSpanBytes = 8 * 1024 * 1024

/** The refusal of one span; the other spans of the call are stored. */
export const spanRefused = (problem: string): Refusal => new Refusal('invalid', `the span ${problem}`)

/** @throws Refusal 'invalid' if a span has more than `max` of the named items. */
export function atMost(count: number, max: number, items: string): void {
  if (count > max) throw spanRefused(`has more than ${max} ${items}`)
}

/** Converts JSON to an attribute's value: objects without prototypes, limited depth. */
export function valueOfJson(json: unknown, depth = 0): AttributeValue {
  if (json === null || typeof json === 'string' || typeof json === 'boolean' || isJsonNumber(json))
    return json
  if (typeof json !== 'object') return null
  if (depth >= maxValueDepth) throw spanRefused(`nests values deeper than ${maxValueDepth} levels`)
  if (Array.isArray(json)) return json.map((item) => valueOfJson(item, depth + 1))
  return objectOf(Object.entries(json).map(([key, value]) => [key, valueOfJson(value, depth + 1)]))
}

/** An object without a prototype, so that keys such as `__proto__` have no effect. */
export function objectOf(entries: Iterable<readonly [string, AttributeValue]>): AttributeObject {
  const object = Object.create(null) as Record<string, AttributeValue>
  for (const [key, value] of entries) object[key] = value
  return object
}
