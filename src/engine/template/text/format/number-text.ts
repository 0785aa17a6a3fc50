import type { Budget } from '../budget.ts'
import { fail } from '../errors.ts'
import { exponentialText, fixedText, floatText, generalText, specialText } from '../values/float-text.ts'
import { intText } from '../values/numbers.ts'
import { Float } from '../values/value.ts'

interface Digits {
  readonly prefix: string
  readonly body: string
  /** Digits per group when a thousands separator is asked for. */
  readonly groupSize: number
}

/** The digits of an int without its sign, in the base of the format code (`d`, `n`, `b`, `o`, `x`, `X`). */
export function intDigits(
  value: number | bigint | Float,
  code: string,
  alternate: boolean,
  budget: Budget,
): Digits {
  if (value instanceof Float) return fail(`Unknown format code '${code}' for object of type 'float'`)
  const size = value < 0 ? -value : value
  const plain = intText(size, budget)
  switch (code) {
    case '':
    case 'd':
    case 'n':
      return { prefix: '', body: plain, groupSize: 3 }
    case 'b':
      return { prefix: alternate ? '0b' : '', body: size.toString(2), groupSize: 4 }
    case 'o':
      return { prefix: alternate ? '0o' : '', body: size.toString(8), groupSize: 4 }
    case 'x':
      return { prefix: alternate ? '0x' : '', body: size.toString(16), groupSize: 4 }
    case 'X':
      return { prefix: alternate ? '0X' : '', body: size.toString(16).toUpperCase(), groupSize: 4 }
    default:
      return fail(`Unknown format code '${code}' for object of type 'int'`)
  }
}

/** Most digits after the point that JavaScript can compute exactly. */
const MAX_PLACES = 100

/** The digits of a float that is not negative (`e`, `f`, `g`, `n`, `%` and the default). */
export function floatDigits(value: number, code: string, precision: number | undefined): Digits {
  const decimals = precision ?? 6
  if (decimals > MAX_PLACES) fail(`precision above ${MAX_PLACES} is not supported`)
  const body = (text: string): Digits => ({ prefix: '', body: text, groupSize: 3 })
  const special = specialText(value)
  if (special !== undefined) return body(code === '%' ? `${special}%` : upperWhen(special, code))
  switch (code) {
    case 'f':
    case 'F':
      return body(fixedText(value, decimals))
    case 'e':
    case 'E':
      return body(upperWhen(exponentialText(value, decimals), code))
    case 'g':
    case 'G':
    case 'n':
      return body(upperWhen(generalText(value, decimals), code))
    case '%':
      return body(`${fixedText(value * 100, decimals)}%`)
    case '':
      return body(precision === undefined ? floatText(value) : defaultWithPrecision(value, decimals))
    default:
      return fail(`Unknown format code '${code}' for object of type 'float'`)
  }
}

function defaultWithPrecision(value: number, precision: number): string {
  const text = generalText(value, precision)
  return /[.e]/.test(text) ? text : `${text}.0`
}

function upperWhen(text: string, code: string): string {
  return code === 'E' || code === 'G' || code === 'F' ? text.toUpperCase() : text
}

/** Puts a separator between groups of the digits before the point. */
export function group(text: string, separator: string, size: number): string {
  const end = text.search(/[.e%]/)
  const whole = end < 0 ? text : text.slice(0, end)
  const parts: string[] = []
  for (let at = whole.length; at > 0; at -= size) parts.unshift(whole.slice(Math.max(0, at - size), at))
  return parts.join(separator) + (end < 0 ? '' : text.slice(end))
}
