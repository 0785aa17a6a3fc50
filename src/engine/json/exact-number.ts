import { type Decimal, decimalOf, orderOfDecimals } from './decimal.ts'

/** ECMAScript's raw JSON: JSON.stringify prints the original text. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Longer numerals are refused, because arithmetic on them takes too long. */
export const MAX_NUMERAL_LENGTH = 5_000

const wholeNumeral = /^-?\d+$/

/** A JSON number in memory. */
export type JsonNumber = number | ExactNumber

/**
 * A number that a double cannot represent: a whole number beyond the safe integers, or a decimal that would be rounded.
 * It has no fields, so that no code mistakes it for a JSON object; JSON.stringify prints its digits.
 */
export class ExactNumber {
  readonly #text: string

  /** `text` is a JSON number. */
  constructor(text: string) {
    this.#text = text
  }

  /** The original digits. */
  get text(): string {
    return this.#text
  }

  /** The nearest double: for statistics, never for equality. */
  get nearest(): number {
    return Number(this.#text)
  }

  toJSON(): unknown {
    return rawJSON(this.#text)
  }

  toString(): string {
    return this.#text
  }
}

/** A number above the range of a double, below 1e-5000, or longer than 5,000 characters. */
export class NumberOutOfRange extends Error {
  override readonly name = 'NumberOutOfRange'
}

/**
 * Parses a JSON numeral: to a double if that is a safe integer or represents the same decimal, otherwise to an
 * ExactNumber. Throws NumberOutOfRange.
 */
export function readNumeral(numeral: string): JsonNumber {
  if (numeral.length > MAX_NUMERAL_LENGTH) throw new NumberOutOfRange(numeral.slice(0, 40))
  const value = Number(numeral)
  if (!Number.isFinite(value)) throw new NumberOutOfRange(numeral.slice(0, 40))
  if (isExactDouble(value, numeral)) return value
  if (decimalOf(numeral).power < -MAX_NUMERAL_LENGTH) throw new NumberOutOfRange(numeral.slice(0, 40))
  return new ExactNumber(numeral)
}

function isExactDouble(value: number, numeral: string): boolean {
  if (wholeNumeral.test(numeral)) return Number.isSafeInteger(value)
  if (String(value) === numeral) return true
  return orderOfDecimals(decimalOf(String(value)), decimalOf(numeral)) === 0
}

export const isJsonNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** The nearest double: for statistics and estimates, never for equality. */
export const nearest = (value: JsonNumber): number => (typeof value === 'number' ? value : value.nearest)

/** Whether the number has no fraction, as 5.0 and 1e3. */
export function isWhole(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, power } = decimalOf(value.text)
  return digits.length <= power
}

/** Negative if the left number is smaller, 0 if both are equal in any spelling. */
export function orderOfNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 0 : left < right ? -1 : 1
  return orderOfDecimals(decimalOfNumber(left), decimalOfNumber(right))
}

/** The same text for all spellings of a number: that of the double, if it represents the number. */
export function numberKey(value: JsonNumber): string {
  if (typeof value === 'number') return JSON.stringify(value)
  const { nearest } = value
  if (orderOfNumbers(nearest, value) === 0) return JSON.stringify(nearest)
  const { sign, digits, power } = decimalOf(value.text)
  return `${sign < 0 ? '-' : ''}0.${digits}e${power}`
}

export const decimalOfNumber = (value: JsonNumber): Decimal => decimalOf(String(value))
