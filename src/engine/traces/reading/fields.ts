/** Reading values that nobody has checked: own keys only, wrong types read as absent. */

import { ExactNumber, isJsonNumber, parseExact } from '../../json/exact-number.ts'
import { type Fields, isFields } from '../../json/fields.ts'

/** The first of the named fields that says something. */
export function field(record: unknown, ...names: readonly string[]): unknown {
  if (!isFields(record)) return undefined
  const name = names.find(
    (one) => Object.hasOwn(record, one) && record[one] !== undefined && record[one] !== null,
  )
  return name === undefined ? undefined : record[name]
}

/** The field at the end of a path. */
export const at = (record: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => field(value, name), record)

/** A text, a number or a truth as text; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || isJsonNumber(value) ? String(value) : null
}

/** The nearest double of a finite number, or of a text that is one; else null. */
export function numberOf(value: unknown): number | null {
  const isNumeral = typeof value === 'string' && value.trim() !== ''
  const number = isNumeral || value instanceof ExactNumber ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Nested deeper, JSON stays the text that it is: later steps may recurse. */
const deepest = 48

/** JSON text as what it says; anything else as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*["[{]/.test(value)) return value
  try {
    const json = parseExact(value)
    return isDeeper(json, deepest) ? value : json
  } catch {
    return value
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1))
}

/** The entries that say something. */
export function known(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
