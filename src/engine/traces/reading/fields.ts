/** Reads unchecked values: own keys only; values of a wrong type count as absent. */

import { ExactNumber, isJsonNumber } from '../../json/exact-number.ts'
import { type Fields, isFields, ownField, setField } from '../../json/fields.ts'
import { parseExact } from '../../json/parse-exact.ts'

/** The first of the named fields that is neither undefined nor null. */
export function field(record: unknown, ...names: readonly string[]): unknown {
  if (!isFields(record)) return undefined
  for (const name of names) {
    const value = ownField(record, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** The field at the end of a path. */
export const valueAt = (record: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => field(value, name), record)

/** A text, number or boolean as text; null for other values. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'boolean' || isJsonNumber(value) ? String(value) : null
}

/** The nearest double of a finite number or numeric text; null for other values. */
export function numberOf(value: unknown): number | null {
  const isNumeral = typeof value === 'string' && value.trim() !== ''
  const number = isNumeral || value instanceof ExactNumber ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** JSON nested deeper stays text, because later steps recurse. */
const maxDepth = 48

/** Parses JSON text; returns any other value unchanged. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*["[{]/.test(value)) return value
  try {
    const json = parseExact(value)
    return isDeeper(json, maxDepth) ? value : json
  } catch {
    return value
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  // A list of the values would be a copy of each object.
  for (const name in value) if (isDeeper((value as Fields)[name], levels - 1)) return true
  return false
}

/** The fields that are neither undefined nor null. */
export function withoutMissing(fields: Fields): Record<string, unknown> {
  const present: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined && value !== null) setField(present, name, value)
  }
  return present
}
