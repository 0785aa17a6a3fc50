import { type Builtin, flagArg, intArg, takes, textArg } from '../calls/signature.ts'
import { fail } from '../errors.ts'
import { power } from '../values/arithmetic.ts'
import { fixedText } from '../values/float-text.ts'
import { readFloat } from '../values/number-reading.ts'
import { type Int, intFromDouble, normalize, numberOf, toDouble, truncate } from '../values/numbers.ts'
import { textOf, typeName } from '../values/types.ts'
import { Float, type Host, Undefined, type Value } from '../values/value.ts'

function requireNumber(value: Value, name: string): Int | Float {
  if (value instanceof Undefined) return fail(value.message)
  return numberOf(value) ?? fail(`${name} needs a number, not ${typeName(value)}`)
}

function round(host: Host, value: Value, [precision, method]: readonly (Value | undefined)[]): Value {
  const roundingMethod = textArg(method, 'method', 'common')
  if (!['common', 'ceil', 'floor'].includes(roundingMethod)) fail('method must be common, ceil or floor')
  const number = requireNumber(value, 'round')
  const decimals = intArg(precision, 'precision', 0)
  if (roundingMethod === 'common') return roundHalfEven(number, decimals)
  const factor = toDouble(power(10, decimals, host.budget))
  const scaled = toDouble(number) * factor
  const whole = intFromDouble(roundingMethod === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled))
  return new Float(Number(whole) / factor)
}

function roundHalfEven(number: Int | Float, decimals: number): Value {
  if (!(number instanceof Float)) return decimals >= 0 ? number : roundInt(BigInt(number), -decimals)
  const { value } = number
  if (!Number.isFinite(value) || decimals > 100) return number
  if (decimals >= 0) return new Float(Number(fixedText(value, decimals)))
  // The largest double has 309 digits.
  if (decimals < -308) return new Float(0)
  const unit = 10 ** -decimals
  return new Float(Number(fixedText(value / unit, 0)) * unit)
}

/** More digits than any int of the engine has. */
const maxIntDigits = 5_000

function roundInt(value: bigint, zeros: number): Value {
  if (zeros > maxIntDigits) return 0
  const unit = 10n ** BigInt(zeros)
  const remainder = ((value % unit) + unit) % unit
  const down = value - remainder
  const twice = remainder * 2n
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

export const ROUNDING_FILTERS: Readonly<Record<string, Builtin>> = {
  round: takes('precision? method?', round),
  filesizeformat: takes('binary?', fileSize),
}
