import { isJsonNumber } from '../json/exact-number.ts'
import { Refusal } from '../refusal.ts'
import type { AttributeObject, AttributeValue } from './span.ts'

/** Nested deeper, or longer, than any library writes: the span is refused as a whole, never cut. */
export const deepestValue = 32
export const maxAttributes = 20_000
export const maxEvents = 10_000
export const maxLinks = 1_000
/** Bytes of one span when it is written out. */
export const largestSpan = 8 * 1024 * 1024

/** Why a single span is not taken, while its neighbours are. */
export const spanRefused = (why: string): Refusal => new Refusal('invalid', `the span ${why}`)

/** @throws Refusal 'invalid' when a span has more of something than any library writes. */
export function atMost(count: number, most: number, what: string): void {
  if (count > most) throw spanRefused(`has more than ${most} ${what}`)
}

/** Any JSON as an attribute's value: objects lose their prototype, depth has a bound. */
export function valueOfJson(json: unknown, depth = 0): AttributeValue {
  if (json === null || typeof json === 'string' || typeof json === 'boolean' || isJsonNumber(json))
    return json
  if (typeof json !== 'object') return null
  if (depth >= deepestValue) throw spanRefused(`nests values deeper than ${deepestValue} levels`)
  if (Array.isArray(json)) return json.map((item) => valueOfJson(item, depth + 1))
  return objectOf(Object.entries(json).map(([key, value]) => [key, valueOfJson(value, depth + 1)]))
}

/** An object without a prototype, so that no key means anything. */
export function objectOf(entries: Iterable<readonly [string, AttributeValue]>): AttributeObject {
  const object = Object.create(null) as Record<string, AttributeValue>
  for (const [key, value] of entries) object[key] = value
  return object
}
