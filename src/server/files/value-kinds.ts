import type { Json } from '../../engine/columns/json.ts'
import { plainOf } from './plain-value.ts'

/** What all values of a column of a file are. Texts hold anything: what is none stands as JSON. */
export type ValueKind = 'text' | 'number' | 'integer' | 'boolean' | 'time' | 'date'

/**
 * What a column can be said to hold without changing any of its values: `none` before its first one. Texts of digits
 * stay texts, as the sheet has them: `007` is no number, and an answer compared with its number would not be equal.
 */
export function kindWith(known: ValueKind | 'none', value: Json): ValueKind | 'none' {
  if (value === null || known === 'text') return known
  const kind = kindOf(plainOf(value))
  if (known === 'none' || known === kind) return kind
  const isNumeric = (one: ValueKind) => one === 'number' || one === 'integer'
  return isNumeric(known) && isNumeric(kind) ? 'number' : 'text'
}

function kindOf(value: Json): ValueKind {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return kindOfNumber(value)
  if (typeof value !== 'string') return 'text'
  if (daysOf(value) !== null) return 'date'
  return microsecondsOf(value) === null ? 'text' : 'time'
}

/** From here on numbers are printed with an exponent: nobody takes them for ids. */
const exponential = 1e21

function kindOfNumber(value: number): ValueKind {
  if (Number.isSafeInteger(value)) return 'integer'
  return Number.isInteger(value) && Math.abs(value) < exponential ? 'text' : 'number'
}

const millisecondsOfDay = 86_400_000

/** A day such as 2026-11-21, counted from that of 1970; null for other texts. */
export function daysOf(text: string): number | null {
  if (text.length !== 10 || text < '0001') return null
  const time = Date.parse(`${text}T00:00:00Z`)
  return isPrinted(time, text) ? time / millisecondsOfDay : null
}

const utc = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

/** A moment such as 2026-11-21T23:05:00.25Z, in the steps that the format has; null for other texts, and other zones. */
export function microsecondsOf(text: string): bigint | null {
  const [, seconds, fraction = ''] = text.length < 20 || text < '0001' ? [] : (utc.exec(text) ?? [])
  if (seconds === undefined) return null
  const time = Date.parse(`${seconds}Z`)
  return isPrinted(time, seconds) ? BigInt(time) * 1000n + BigInt(fraction.padEnd(6, '0')) : null
}

/** Days and hours that there are not are read as others, or not at all. */
const isPrinted = (time: number, text: string): boolean =>
  !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
