import { maxFilterTextLength, maxFilterValues } from '../limits.ts'
import { readMoment } from '../moment.ts'
import { Refusal } from '../refusal.ts'
import { storable } from '../storable.ts'
import type { Range } from './expression.ts'
import { facetText, olderFacetText, textOf } from './facets.ts'

/** Parsers of filter values; `path` is the path of the value. */

const day = 86_400_000
const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** The refusal of a filter: its path and its error. */
export const invalidFilter = (path: string, message: string): Refusal =>
  new Refusal('bad_request', `${path}: ${message}`, { path })

/** A text; numbers and booleans as their text. */
export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw invalidFilter(path, 'must be a text')
  const text = storable(textOf(value))
  if (text.length > maxFilterTextLength)
    throw invalidFilter(path, `must have at most ${maxFilterTextLength} characters`)
  return text
}

export const readFacetText = (value: unknown, path: string): string => facetText(readText(value, path))

/** The stored facet texts that may represent a text. */
export function readFacetTexts(value: unknown, path: string): string[] {
  const text = readText(value, path)
  return [...new Set([facetText(text), olderFacetText(text)])]
}

/** A finite number, or a numeric text. */
export function readNumber(value: unknown, path: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidFilter(path, 'must be a number')
  return number
}

/** 1 to 100 values, each with its own path. */
export function readList<T>(value: unknown, path: string, read: (item: unknown, path: string) => T): T[] {
  if (!Array.isArray(value)) throw invalidFilter(path, 'must be an array')
  if (value.length === 0) throw invalidFilter(path, 'must not be empty')
  if (value.length > maxFilterValues) throw invalidFilter(path, `must have at most ${maxFilterValues} values`)
  return value.map((item, index) => read(item, `${path}.${index}`))
}

/** A list of exactly two values. */
export function readPair<T>(
  value: unknown,
  path: string,
  read: (item: unknown, path: string) => T,
): readonly [T, T] {
  const [from, to, ...more] = readList(value, path, read)
  if (from === undefined || to === undefined || more.length > 0)
    throw invalidFilter(path, 'must be an array of two: from and to')
  return [from, to]
}

/** A date without a time is the whole day in UTC; `end` is then the start of the next day. */
export interface Moments {
  readonly start: number
  readonly end: number
  readonly includesEnd: boolean
}

/** A time, or the day of a date; in milliseconds. */
export function readMoments(value: unknown, path: string): Moments {
  const start = readMoment(value)
  if (start === undefined)
    throw invalidFilter(path, 'must be an ISO 8601 date or date-time, or epoch seconds or milliseconds')
  if (typeof value === 'string' && dateOnly.test(value))
    return { start, end: start + day, includesEnd: false }
  return { start, end: start, includesEnd: true }
}

/** A range that includes both ends by default; null is no bound. */
export const range = (
  from: number | null,
  to: number | null,
  { includesFrom = true, includesTo = true } = {},
): Range => ({ from, to, includesFrom, includesTo })
