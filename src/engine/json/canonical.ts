import { Refusal } from '../refusal.ts'
import { ExactNumber, numberKey } from './exact-number.ts'

const MAX_DEPTH = 400

/**
 * Equal texts for equal JSON values, in any key order.
 * @throws Refusal 'too_large' for more than 400 levels.
 */
export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Refusal('too_large', `A value nests more than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item, depth + 1)).join(',')}]`
  if (value instanceof ExactNumber) return numberKey(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const object = value as Readonly<Record<string, unknown>>
  const entries = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key], depth + 1)}`)
  return `{${entries.join(',')}}`
}

export const sameJson = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
