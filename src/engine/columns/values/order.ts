import type { Json } from '../json.ts'
import { plain } from './coercions.ts'

/**
 * Which of two numbers is greater: below 0 for the right one. Texts with more digits than a double holds are
 * told apart by their digits. Rounding keeps the order of numbers, so only equal ones are looked at again.
 */
export function orderOf(left: Json, right: Json, one: number, other: number): number {
  if (one !== other) return one < other ? -1 : 1
  const [first, second] = [plain(left), plain(right)]
  if (typeof first !== 'string' && typeof second !== 'string') return 0
  return orderOfDigits(digitsOf(first), digitsOf(second))
}

/** `0.digits` times ten to the power; no digits is zero. */
interface Digits {
  readonly sign: number
  readonly digits: string
  readonly power: number
}

function digitsOf(value: Json): Digits {
  const text = String(value).trim().toLowerCase()
  const negative = text.startsWith('-')
  const [mantissa = '', exponent = '0'] = text.replace(/^[+-]/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  const leading = all.length - all.replace(/^0+/, '').length
  const digits = all.slice(leading).replace(/0+$/, '')
  if (digits === '') return { sign: 0, digits, power: 0 }
  return { sign: negative ? -1 : 1, digits, power: whole.length - leading + Number(exponent) }
}

function orderOfDigits(left: Digits, right: Digits): number {
  if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1
  if (left.power !== right.power) return left.power < right.power ? -left.sign : left.sign
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -left.sign : left.sign
}
