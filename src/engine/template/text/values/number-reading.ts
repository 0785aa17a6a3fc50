import { trim } from './characters.ts'
import { type Int, normalize } from './numbers.ts'

/** Longest number that is read, as Python's limit on digits. */
const MAX_DIGITS = 4300

const PREFIXES: ReadonlyMap<string, number> = new Map([
  ['0b', 2],
  ['0o', 8],
  ['0x', 16],
])

/** `int(text, base)`: sign, prefix of the base and single underscores allowed; undefined when it is no number. */
export function readInt(text: string, base: number): Int | undefined {
  const source = trim(text).toLowerCase()
  const signed = /^[+-]/.test(source)
  let body = signed ? source.slice(1) : source
  let radix = base
  const prefixed = PREFIXES.get(body.slice(0, 2))
  if (prefixed !== undefined && (base === prefixed || base === 0)) {
    radix = prefixed
    body = body.slice(2).replace(/^_/, '')
  } else if (base === 0) {
    if (/^0[0_]*[1-9]/.test(body)) return undefined
    radix = 10
  }
  if (radix < 2 || radix > 36 || body.length > MAX_DIGITS || !/^[0-9a-z]+(?:_[0-9a-z]+)*$/.test(body))
    return undefined
  let value = 0n
  for (const char of body.replaceAll('_', '')) {
    const digit = Number.parseInt(char, 36)
    if (digit >= radix) return undefined
    value = value * BigInt(radix) + BigInt(digit)
  }
  return normalize(source.startsWith('-') ? -value : value)
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/
const SPECIAL = /^([+-]?)(inf|infinity|nan)$/

/** `float(text)`; undefined when it is no number. */
export function readFloat(text: string): number | undefined {
  const source = trim(text).toLowerCase()
  const special = SPECIAL.exec(source)
  if (special) {
    if (special[2] === 'nan') return Number.NaN
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  return FLOAT.test(source) ? Number(source.replaceAll('_', '')) : undefined
}
