/** Reads unchecked JSON: own keys only; values of a wrong type count as absent. */

import { ExactNumber } from '../../../json/exact-number.ts'
import { type Fields, isFields, ownField, setField } from '../../../json/fields.ts'

const DEPTH_LIMIT = 64
const CUT = '[nested too deeply]'

/**
 * Replaces everything below the depth limit by a note, so that later steps can recurse without a limit. `__proto__` stays a
 * plain key. Plain and shallow values are not copied.
 */
export const limitDepth = (value: unknown): unknown => (isShallow(value, 0) ? value : cut(value, 0))

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true
  if (depth >= DEPTH_LIMIT) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isShallow(item, depth + 1)) return false
    return true
  }
  if (!isPlain(value)) return false
  for (const key in value) if (!isShallow((value as Fields)[key], depth + 1)) return false
  return true
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (depth >= DEPTH_LIMIT) return CUT
  if (Array.isArray(value)) return value.map((item) => cut(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, depth + 1)]))
}

/** Cached, because converting names took 3 % of the processor time of a model call. */
const camels = new Map<string, string>()

function camel(name: string): string {
  const cached = camels.get(name)
  if (cached !== undefined) return cached
  const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (camels.size < 1000) camels.set(name, camelCase)
  return camelCase
}

/** The field `name` (snake case) or its camel case spelling; undefined for anything but an object. */
export function field(record: unknown, name: string): unknown {
  if (!isFields(record)) return undefined
  const value = ownField(record, name)
  return value ?? (name.includes('_') ? ownField(record, camel(name)) : value)
}

export const has = (record: unknown, name: string): boolean => field(record, name) !== undefined

/** The field at a path of names. */
export function valueAt(record: unknown, ...path: string[]): unknown {
  let value = record
  for (const name of path) value = field(value, name)
  return value
}

/** The first of the named fields that passes the check. */
export function firstField<T>(
  record: unknown,
  names: readonly string[],
  fits: (value: unknown) => value is T,
): T | undefined {
  for (const name of names) {
    const value = field(record, name)
    if (fits(value)) return value
  }
  return undefined
}

export const isPresent = (value: unknown): value is unknown => value !== undefined

export const isNumber = (value: unknown): value is number => typeof value === 'number'

export const isText = (value: unknown): value is string => typeof value === 'string'

export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const textOr = <T>(value: unknown, fallback: T): string | T =>
  typeof value === 'string' ? value : fallback

export const text = (value: unknown): string => textOr(value, '')

export const joinedTexts = (parts: unknown): string =>
  listOf(parts)
    .map((part) => text(field(part, 'text')))
    .join('')

/**
 * The largest accepted token count. Four such counts, added to an output that is as large, are still exact.
 */
const maxCounted = Math.floor(Number.MAX_SAFE_INTEGER / 8)

/** A whole number from 0 to the limit; null if the value is none. */
export const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= maxCounted ? Math.trunc(value) : null

export const count = (value: unknown): number => countOrNull(value) ?? 0

/** A copy without the named keys, in snake or camel case. */
export function without(record: Fields, names: readonly string[]): Fields {
  const remaining: Record<string, unknown> = {}
  for (const key of Object.keys(record)) if (!isNamed(key, names)) setField(remaining, key, record[key])
  return remaining
}

function isNamed(key: string, names: readonly string[]): boolean {
  for (const name of names) if (key === name || key === camel(name)) return true
  return false
}

/** The named keys with a value. */
export const pickPresent = (raw: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = field(raw, name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
