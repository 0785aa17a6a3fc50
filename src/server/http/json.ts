import { isUtf8 } from 'node:buffer'
import { decimalOf } from '../../engine/json/decimal.ts'
import { NumberOutOfRange, readNumeral } from '../../engine/json/exact-number.ts'
import { longNumerals, parseExact, parseNumerals, TooManyNumerals } from '../../engine/json/parse-exact.ts'
import { type JsonScan, scanJson } from '../../engine/json/scan.ts'
import { maxJsonDepth, maxListedNumbers, maxLongNumerals, maxValues } from '../../engine/limits.ts'
import { Refusal } from '../../engine/refusal.ts'
import { printsAs } from './prints-as.ts'

/** Only texts with one of these can contain the key `__proto__`. */
const lostKey = /__proto__|\\u00[567]/

/**
 * The treatment of numbers that a double would change: they are refused, or read as ExactNumber (decision 124). With
 * `logged`, numbers that are out of any range become texts. `logged` and `imported` also allow any key.
 */
export type BigNumbers = 'refused' | 'logged' | 'exact' | 'imported'

/** Parses a request body. Refuses numbers that are out of any range, except with `logged`. */
export function parseJson(bytes: Buffer, bigNumbers: BigNumbers = 'refused', maxCount = maxValues): unknown {
  if (!isUtf8(bytes)) throw invalidJson('the body is not UTF-8 text')
  const text = bytes.toString('utf8')
  // A value with its separator takes at least two characters.
  if (text.length > 2 * maxCount || opensMoreThan(text, maxJsonDepth))
    refuseBeyondLimits(scanJson(text, maxJsonDepth), maxCount)
  let value: unknown
  let longNumbers: readonly string[] = []
  try {
    const isExact = bigNumbers === 'exact' || bigNumbers === 'imported'
    value = isExact ? parseExact(text, maxLongNumerals) : JSON.parse(text)
    if (!isExact) longNumbers = longNumerals(text, maxLongNumerals)
  } catch (error) {
    if (error instanceof TooManyNumerals)
      throw invalidJson(`the body has more than ${maxLongNumerals} numbers that a double does not hold`)
    if (error instanceof NumberOutOfRange)
      throw invalidJson(`the number ${error.message} is out of range; send it as text`)
    throw invalidJson(`the body is not JSON: ${withoutExcerpt((error as Error).message)}`)
  }
  if (bigNumbers === 'exact' && lostKey.test(text)) refuseChanged(text, () => false)
  if (bigNumbers === 'refused' && (lostKey.test(text) || longNumbers.some(isChanged)))
    refuseChanged(text, isChanged)
  if (bigNumbers === 'logged' && longNumbers.length > 0) return storedJson(text)
  return value
}

function refuseBeyondLimits({ depth, values, listedNumbers }: JsonScan, maxCount: number) {
  if (depth > maxJsonDepth) throw invalidJson(`the body nests deeper than ${maxJsonDepth} levels`)
  if (values > maxCount) throw invalidJson(`the body has ${values} JSON values; it may have ${maxCount}`)
  if (listedNumbers > maxListedNumbers)
    throw invalidJson(`the body has ${listedNumbers} numbers in lists; it may have ${maxListedNumbers}`)
}

/** Removes the excerpt that V8 quotes, which may contain a secret. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '')

/**
 * True if the text opens more objects and lists than `count`. Counting brackets takes a tenth of the time of walking
 * the value.
 */
function opensMoreThan(text: string, count: number): boolean {
  let opened = 0
  for (const bracket of '[{')
    for (let offset = text.indexOf(bracket); offset >= 0; offset = text.indexOf(bracket, offset + 1))
      if (++opened > count) return true
  return false
}

function refuseChanged(text: string, isRefused: (numeral: string) => boolean) {
  let fault: { readonly holder: unknown; readonly key: string; readonly message: string } | undefined
  const parsed = JSON.parse(text, function (this: unknown, key, value, context?: { source?: string }) {
    const message = changeIn(key, value, context?.source, isRefused)
    if (message !== null) fault ??= { holder: this, key, message }
    return value
  } as (key: string, value: unknown) => unknown)
  if (!fault) return
  const path = pathTo(fault.holder, parsed)
  throw invalidJson(fault.message, path ? [...path, fault.key] : [])
}

function changeIn(
  key: string,
  value: unknown,
  source: string | undefined,
  isRefused: (numeral: string) => boolean,
): string | null {
  if (key === '__proto__') return 'no key may be called __proto__'
  return typeof value === 'number' && source !== undefined && isRefused(source)
    ? `the number ${source.slice(0, 40)} cannot be held exactly; send it as text`
    : null
}

/** The keys that lead from a value to a value inside it; null if it is not there. */
function pathTo(target: unknown, value: unknown): string[] | null {
  if (value === target) return []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = pathTo(target, inner)
    if (innerPath) return [key, ...innerPath]
  }
  return null
}

/** Parses a stored body as on arrival: numbers keep all digits, and a number beyond the exact range becomes a text. */
export const storedJson = (text: string): unknown => parseNumerals(text, readLogged)

function readLogged(numeral: string): unknown {
  try {
    return readNumeral(numeral)
  } catch (error) {
    if (error instanceof NumberOutOfRange) return numeral
    throw error
  }
}

/** This number of digits distinguishes each double from its neighbours. */
const digitsOfDouble = 17

/**
 * True if a number would not be returned as it was sent. A large integer is allowed in the form that Galley writes
 * (1e20 has 21 digits). A decimal with few digits is taken as a double.
 */
function isChanged(source: string): boolean {
  const value = Number(source)
  if (/^-?\d+$/.test(source)) return !Number.isSafeInteger(value) && String(value) !== source
  if (!Number.isFinite(value)) return true
  const { digits } = decimalOf(source)
  if (value === 0) return digits !== ''
  return digits.length > digitsOfDouble && !printsAs(value, source)
}

export function invalidJson(message: string, path: readonly string[] = []): Refusal {
  return new Refusal('invalid', message, { loc: ['body', ...path], type: 'json_invalid' })
}
