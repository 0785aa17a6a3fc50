import type { Json } from '../../engine/json/json.ts'
import { plainOf } from './plain-value.ts'

/** The type of all values of a column in a file. A text column can hold any value, as JSON if it is no text. */
export type ValueKind = 'text' | 'number' | 'integer' | 'boolean' | 'time' | 'date'

/**
 * Widens a column's type to include a value; `none` before the first. Texts of digits stay texts: `007` is
 * not a number.
 */
export function kindWith(kindSoFar: ValueKind | 'none', value: Json): ValueKind | 'none' {
  if (value === null || kindSoFar === 'text') return kindSoFar
  const kind = kindOf(plainOf(value))
  if (kindSoFar === 'none' || kindSoFar === kind) return kind
  const isNumeric = (tested: ValueKind) => tested === 'number' || tested === 'integer'
  return isNumeric(kindSoFar) && isNumeric(kind) ? 'number' : 'text'
}

function kindOf(value: Json): ValueKind {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return kindOfNumber(value)
  if (typeof value !== 'string') return 'text'
  if (daysOf(value) !== null) return 'date'
  return microsecondsOf(value) === null ? 'text' : 'time'
}

/** Larger numbers print with an exponent, so they cannot be ids. */
const exponential = 1e21

function kindOfNumber(value: number): ValueKind {
  if (Number.isSafeInteger(value)) return 'integer'
  return Number.isInteger(value) && Math.abs(value) < exponential ? 'text' : 'number'
}

const millisecondsOfDay = 86_400_000

/** Days since 1970-01-01 of a date such as 2026-11-21; null for other texts. */
export function daysOf(text: string): number | null {
  if (text.length !== 10 || text < '0001') return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return isUnchanged(time, text) ? time / millisecondsOfDay : null
}

const utc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

/** Microseconds of a time such as 2026-11-21T23:05:00.25Z; null for other texts and zones. */
export function microsecondsOf(text: string): bigint | null {
  const [, seconds, fraction = ''] = text.length < 20 || text < '0001' ? [] : (utc.exec(text) ?? [])
  if (seconds === undefined) return null
  const time = Date.parse(`${seconds}Z`)
  return isUnchanged(time, seconds) ? BigInt(time) * 1000n + BigInt(fraction.padEnd(6, '0')) : null
}

/** Rejects days and hours that do not exist. */
const isUnchanged = (time: number, text: string): boolean =>
  !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
