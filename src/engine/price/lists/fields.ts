import { Refusal } from '../../refusal.ts'
import { Money } from '../money.ts'

/** US dollars for a million tokens; above every known rate. */
const maxRate = 1_000_000_000
/** Lists have rates for one token as doubles; smaller digits are rounding errors. */
const rateDecimals = 9
export const maxNameLength = 256
/** Most dated prices of a model, and most tiers of one price; known lists have at most ten. */
export const maxVariants = 50

/** @throws Refusal 'bad_request' that names the path in the list. */
export function wrongList(path: string, message: string): Refusal {
  return new Refusal('bad_request', `The price list is not readable: ${path.slice(0, 400)} ${message}.`)
}

/** A rate in US dollars for a million; `factor` converts the list's unit. */
export function rateIn(value: unknown, factor: number, path: string): Money {
  const number = typeof value === 'string' && /^\d[\d.eE+-]{0,30}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongList(path, 'must be a number')
  const rate = new Money(number).times(factor).toDecimalPlaces(rateDecimals)
  if (rate.isNegative() || rate.gt(maxRate))
    throw wrongList(path, `must be from 0 to ${maxRate} dollars for a million`)
  return rate
}

/** @throws Refusal 'bad_request' */
export function shortListIn(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongList(path, 'must be a list')
  if (value.length > maxVariants) throw wrongList(path, `must have ${maxVariants} items at most`)
  return value
}

export function nameIn(value: unknown, path: string): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= maxNameLength) return value
  throw wrongList(path, `must be text of 1 to ${maxNameLength} characters`)
}

/**
 * A context length in tokens; null for any other value. It is not refused, because no price depends on it.
 */
export const tokensIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
