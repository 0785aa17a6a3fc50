import { decimalOf, orderOfDecimals } from '../../../json/decimal.ts'
import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { Float, type Value } from './value.ts'

/** A Python int: `number` while it is a safe integer, `bigint` beyond. */
export type Int = number | bigint

/** Booleans count as numbers in Python; everything else that is not a number gives undefined. */
export function numberOf(value: Value): Int | Float | undefined {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Float) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return undefined
}

/** An int, or undefined for anything else (floats too). */
export function intOf(value: Value): Int | undefined {
  const number = numberOf(value)
  return number instanceof Float ? undefined : number
}

/** Brings a bigint back to a number when it is small enough. */
export function normalize(value: bigint): Int {
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

export function toDouble(value: Int | Float): number {
  return value instanceof Float ? value.value : Number(value)
}

/** Upper bound of the bits of an int. */
export function bitsOf(value: Int): number {
  if (typeof value === 'number') return Math.ceil(Math.log2(Math.abs(value) + 1))
  return value.toString(16).length * 4
}

/** Turns a finite integral double into an int of any size. */
export function intFromDouble(value: number): Int {
  return Number.isSafeInteger(value) ? value + 0 : normalize(BigInt(value))
}

/** `int(float)`; fails for infinities and NaN as Python does. */
export function truncate(value: number): Int {
  if (!Number.isFinite(value)) fail('cannot convert float infinity or NaN to integer')
  return intFromDouble(Math.trunc(value) || 0)
}

export function compareNumbers(left: Int | Float, right: Int | Float): number {
  if (isWritten(left) || isWritten(right)) return orderOfDecimals(writtenDecimal(left), writtenDecimal(right))
  const a = left instanceof Float ? left.value : left
  const b = right instanceof Float ? right.value : right
  if (a < b) return -1
  if (a > b) return 1
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number may be equal in value
  return a == b ? 0 : Number.NaN
}

const isWritten = (value: Int | Float): boolean => value instanceof Float && value.written !== undefined

const writtenDecimal = (value: Int | Float) =>
  decimalOf(value instanceof Float ? (value.written ?? String(value.value)) : String(value))

export function isZero(value: Int | Float): boolean {
  return toDouble(value) === 0
}

/** Reads an int argument that must fit in a safe number (widths, counts, positions). */
export function safeInt(value: Value, name: string): number {
  const int = intOf(value)
  if (int === undefined) return fail(`${name} must be a whole number`)
  if (typeof int === 'number') return int
  return int > 0n ? Number.MAX_SAFE_INTEGER : -Number.MAX_SAFE_INTEGER
}

/** The decimal text of an int; refuses numbers longer than Python would print. */
export function intText(value: Int, budget: Budget): string {
  if (typeof value === 'number') return String(value)
  budget.integer(bitsOf(value))
  return value.toString()
}
