import { isUtf8 } from 'node:buffer'
import { decimalOf } from '../../engine/json/decimal.ts'
import {
  longNumerals,
  NumberOutOfRange,
  parseExact,
  parseNumerals,
  readNumeral,
  TooManyNumerals,
} from '../../engine/json/exact-number.ts'
import { type JsonScan, scanJson } from '../../engine/json/scan.ts'
import { deepestJson, mostListedNumbers, mostLongNumerals, mostValues } from '../../engine/limits.ts'
import { Refusal } from '../../engine/refusal.ts'
import { givesBack } from './gives-back.ts'

/** Only texts with one of these can hold the one key that is lost. */
const lostKey = /__proto__|\\u00[567]/

/**
 * What becomes of numbers that a double would change: they are refused, or arrive as ExactNumber (decision 124). With
 * 'logged' those out of any range arrive as text; with 'logged' and 'imported' any key is allowed.
 */
export type BigNumbers = 'refused' | 'logged' | 'exact' | 'imported'

/** Parses a request body. Numbers out of any range are refused, except with 'logged'. */
export function parseJson(bytes: Buffer, bigNumbers: BigNumbers = 'refused', most = mostValues): unknown {
  if (!isUtf8(bytes)) throw invalidJson('the body is not UTF-8 text')
  const text = bytes.toString('utf8')
  // A value takes two characters at least, with what parts it from the next.
  if (text.length > 2 * most || opensMoreThan(text, deepestJson))
    refuseBeyondLimits(scanJson(text, deepestJson), most)
  let value: unknown
  let long: readonly string[] = []
  try {
    const isExact = bigNumbers === 'exact' || bigNumbers === 'imported'
    value = isExact ? parseExact(text, mostLongNumerals) : JSON.parse(text)
    if (!isExact) long = longNumerals(text, mostLongNumerals)
  } catch (error) {
    if (error instanceof TooManyNumerals)
      throw invalidJson(`the body has more than ${mostLongNumerals} numbers that a double does not hold`)
    if (error instanceof NumberOutOfRange)
      throw invalidJson(`the number ${error.message} is out of range; send it as text`)
    throw invalidJson(`the body is not JSON: ${withoutExcerpt((error as Error).message)}`)
  }
  if (bigNumbers === 'exact' && lostKey.test(text)) refuseWhatWouldChange(text, () => false)
  if (bigNumbers === 'refused' && (lostKey.test(text) || long.some(isChanged)))
    refuseWhatWouldChange(text, isChanged)
  if (bigNumbers === 'logged' && long.length > 0) return keptJson(text)
  return value
}

function refuseBeyondLimits({ depth, values, listedNumbers }: JsonScan, most: number) {
  if (depth > deepestJson) throw invalidJson(`the body nests deeper than ${deepestJson} levels`)
  if (values > most) throw invalidJson(`the body has ${values} JSON values; it may have ${most}`)
  if (listedNumbers > mostListedNumbers)
    throw invalidJson(`the body has ${listedNumbers} numbers in lists; it may have ${mostListedNumbers}`)
}

/** V8 quotes from the text around what is wrong, and the text may hold a secret. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '')

/** Whether so many brackets open at all: counting them costs a tenth of walking the value. */
function opensMoreThan(text: string, count: number): boolean {
  let opened = 0
  for (const bracket of '[{')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > count) return true
  return false
}

function refuseWhatWouldChange(text: string, isWrong: (numeral: string) => boolean) {
  let wrong: { readonly holder: unknown; readonly key: string; readonly message: string } | undefined
  const whole = JSON.parse(text, function (this: unknown, key, value, context?: { source?: string }) {
    const message = whatWouldChange(key, value, context?.source, isWrong)
    if (message !== null) wrong ??= { holder: this, key, message }
    return value
  } as (key: string, value: unknown) => unknown)
  if (!wrong) return
  const path = pathTo(wrong.holder, whole)
  throw invalidJson(wrong.message, path ? [...path, wrong.key] : [])
}

function whatWouldChange(
  key: string,
  value: unknown,
  source: string | undefined,
  isWrong: (numeral: string) => boolean,
): string | null {
  if (key === '__proto__') return 'no key may be called __proto__'
  return typeof value === 'number' && source !== undefined && isWrong(source)
    ? `the number ${source.slice(0, 40)} cannot be held exactly; send it as text`
    : null
}

/** The keys that lead from a value to one within it. */
function pathTo(wanted: unknown, value: unknown): string[] | null {
  if (value === wanted) return []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const rest = pathTo(wanted, inner)
    if (rest) return [key, ...rest]
  }
  return null
}

/** A logged body as it was read when it came: with all digits of its numbers, those out of any range as text. */
export const keptJson = (text: string): unknown => parseNumerals(text, readLogged)

function readLogged(numeral: string): unknown {
  try {
    return readNumeral(numeral)
  } catch (error) {
    if (error instanceof NumberOutOfRange) return numeral
    throw error
  }
}

/** As many as programs write to tell a double from its neighbours. */
const digitsOfDouble = 17

/**
 * Whether a number would not come back as it was sent. Beyond the safe integers a double may be written as we write
 * it ourselves, zeros and all: 1e20 has 21 digits. Decimals with few digits were doubles before.
 */
function isChanged(source: string): boolean {
  const value = Number(source)
  if (/^-?\d+$/.test(source)) return !Number.isSafeInteger(value) && String(value) !== source
  if (!Number.isFinite(value)) return true
  const { digits } = decimalOf(source)
  if (value === 0) return digits !== ''
  return digits.length > digitsOfDouble && !givesBack(value, source)
}

function invalidJson(message: string, path: readonly string[] = []): Refusal {
  return new Refusal('invalid', message, { loc: ['body', ...path], type: 'json_invalid' })
}
