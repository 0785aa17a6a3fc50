import { type Builtin, flagArg, intArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { negate, power } from '../values/arithmetic.ts'
import { order } from '../values/compare.ts'
import { fixedText } from '../values/float-text.ts'
import { readFloat, readInt } from '../values/number-reading.ts'
import {
  compareNumbers,
  type Int,
  intFromDouble,
  normalize,
  numberOf,
  toDouble,
  truncate,
} from '../values/numbers.ts'
import { binary } from '../values/operators.ts'
import { each, requireLength } from '../values/sequences.ts'
import { textOf, typeName } from '../values/types.ts'
import { Float, type Host, Undefined, type Value } from '../values/value.ts'
import { attributeGetter, lowered } from './attributes.ts'

function requireNumber(value: Value, what: string): Int | Float {
  if (value instanceof Undefined) return fail(value.message)
  return numberOf(value) ?? fail(`${what} needs a number, not ${typeName(value)}`)
}

function toInt(host: Host, value: Value, [fallback, base]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) return fail(value.message)
  const other = fallback === undefined ? 0 : fallback
  const text = textOf(value)
  if (text !== undefined) {
    host.budget.read(text.length)
    const int = readInt(text, intArg(base, 'base', 10))
    if (int !== undefined) return int
    const float = readFloat(text)
    return float === undefined || !Number.isFinite(float) ? other : truncate(float)
  }
  const number = numberOf(value)
  if (number === undefined) return other
  if (!(number instanceof Float)) return number
  return Number.isNaN(number.value) ? other : truncate(number.value)
}

function toFloat(host: Host, value: Value, [fallback]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) return fail(value.message)
  const other = fallback === undefined ? new Float(0) : fallback
  const text = textOf(value)
  if (text !== undefined) {
    host.budget.read(text.length)
    const float = readFloat(text)
    return float === undefined ? other : new Float(float)
  }
  const number = numberOf(value)
  return number === undefined ? other : new Float(toDouble(number))
}

function round(host: Host, value: Value, [precision, method]: readonly (Value | undefined)[]): Value {
  const how = textArg(method, 'method', 'common')
  if (!['common', 'ceil', 'floor'].includes(how)) fail('method must be common, ceil or floor')
  const number = requireNumber(value, 'round')
  const places = intArg(precision, 'precision', 0)
  if (how === 'common') return roundHalfEven(number, places)
  const factor = toDouble(power(10, places, host.budget))
  const scaled = toDouble(number) * factor
  const whole = intFromDouble(how === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled))
  return new Float(Number(whole) / factor)
}

function roundHalfEven(number: Int | Float, places: number): Value {
  if (!(number instanceof Float)) return places >= 0 ? number : roundInt(BigInt(number), -places)
  const { value } = number
  if (!Number.isFinite(value) || places > 100) return number
  if (places >= 0) return new Float(Number(fixedText(value, places)))
  if (places < -308) return new Float(0)
  const unit = 10 ** -places
  return new Float(Number(fixedText(value / unit, 0)) * unit)
}

function roundInt(value: bigint, zeros: number): Value {
  if (zeros > 5000) return 0
  const unit = 10n ** BigInt(zeros)
  const rest = ((value % unit) + unit) % unit
  const down = value - rest
  const twice = rest * 2n
  const up = twice > unit || (twice === unit && (down / unit) % 2n !== 0n)
  return normalize(up ? down + unit : down)
}

const SIZES = ['k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']

function fileSize(_host: Host, value: Value, [binaryUnits]: readonly (Value | undefined)[]): Value {
  if (value instanceof Undefined) return fail(value.message)
  const text = textOf(value)
  const bytes = text === undefined ? toDouble(requireNumber(value, 'filesizeformat')) : readFloat(text)
  if (bytes === undefined) return fail('could not convert string to float')
  const binary = flagArg(binaryUnits)
  const base = binary ? 1024 : 1000
  if (bytes === 1) return '1 Byte'
  if (bytes < base) return `${truncate(bytes)} Bytes`
  let unit = base
  let index = 0
  while (index < SIZES.length - 1 && bytes >= unit * base) {
    unit *= base
    index++
  }
  const letter = SIZES[index]!
  return `${fixedText(bytes / unit, 1)} ${binary ? `${letter.toUpperCase()}iB` : `${letter}B`}`
}

function extreme(sign: 1 | -1): Builtin {
  return takes('case_sensitive? attribute?', (host, value, [caseSensitive, attribute]) => {
    const read = attributeGetter(host, attribute)
    const keyOf = flagArg(caseSensitive) ? read : (item: Value) => lowered(read(item))
    let best: { item: Value; key: Value } | undefined
    for (const item of each(value, host.budget)) {
      const key = keyOf(item)
      if (!best || order(key, best.key, sign > 0 ? '>' : '<', host.budget) * sign > 0) best = { item, key }
    }
    return best ? best.item : new Undefined('No aggregated item, sequence was empty.')
  })
}

export const NUMBER_FILTERS: Readonly<Record<string, Builtin>> = {
  abs: takes('', (_host, value) => {
    const number = numberOf(value) ?? fail(`bad operand type for abs(): '${typeName(value)}'`)
    if (number instanceof Float) return new Float(Math.abs(number.value))
    return compareNumbers(number, 0) < 0 ? negate(number) : number
  }),
  int: takes('default? base?', toInt),
  float: takes('default?', toFloat),
  round: takes('precision? method?', round),
  filesizeformat: takes('binary?', fileSize),
  min: extreme(-1),
  max: extreme(1),
  sum: takes('attribute? start?', (host, value, [attribute, start]) => {
    if (textOf(start ?? null) !== undefined) fail("sum() can't sum strings")
    const read = attributeGetter(host, attribute)
    let total: Value = start === undefined ? 0 : start
    for (const item of each(value, host.budget)) total = binary('+', total, read(item), host.budget)
    return total
  }),
  length: takes('', (host, value) => requireLength(value, host.budget)),
  count: takes('', (host, value) => requireLength(value, host.budget)),
}
