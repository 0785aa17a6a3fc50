import { decimalOf, numeralOf } from './decimal.ts'
import { decimalOfNumber, isWhole, type JsonNumber, MAX_NUMERAL_LENGTH, readNumeral } from './exact-number.ts'

/** A whole number times ten to the exponent. */
interface Scaled {
  readonly units: bigint
  readonly exponent: number
}

type Operation = (left: bigint, right: bigint) => bigint

/**
 * The exact sum, difference, product or remainder of two numbers. The remainder has the sign of the divisor, which
 * must not be zero. Null above 5,000 digits; throws NumberOutOfRange beyond a double's range.
 */
export function exactResult(
  operator: '+' | '-' | '*' | '%',
  left: JsonNumber,
  right: JsonNumber,
): JsonNumber | null {
  const [scaledLeft, scaledRight] = [scaledOf(left), scaledOf(right)]
  if (operator === '*')
    return numberOf({
      units: scaledLeft.units * scaledRight.units,
      exponent: scaledLeft.exponent + scaledRight.exponent,
    })
  const exponent = Math.min(scaledLeft.exponent, scaledRight.exponent)
  if (
    scaledLeft.exponent - exponent > MAX_NUMERAL_LENGTH ||
    scaledRight.exponent - exponent > MAX_NUMERAL_LENGTH
  )
    return null
  const units = operations[operator](unitsAt(scaledLeft, exponent), unitsAt(scaledRight, exponent))
  return numberOf({ units, exponent })
}

const operations: Readonly<Record<'+' | '-' | '%', Operation>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '%': (left, right) => {
    const rest = left % right
    return rest !== 0n && rest < 0n !== right < 0n ? rest + right : rest
  },
}

/** A whole number to the power of a whole number >= 0, if the result is within a double's range. */
export const exactPower = (base: JsonNumber, exponent: JsonNumber): JsonNumber | null =>
  numberOf({ units: unitsAt(scaledOf(base), 0) ** unitsAt(scaledOf(exponent), 0), exponent: 0 })

/** Whether doubles might round the result: an operand is exact, or the result exceeds the safe integers. */
export const isBeyondDoubles = (left: JsonNumber, right: JsonNumber, rounded: number): boolean =>
  typeof left !== 'number' ||
  typeof right !== 'number' ||
  (Number.isSafeInteger(left) &&
    Number.isSafeInteger(right) &&
    isWhole(rounded) &&
    !Number.isSafeInteger(rounded))

function scaledOf(value: JsonNumber): Scaled {
  const { sign, digits, power } = decimalOfNumber(value)
  return { units: BigInt(sign) * BigInt(digits || '0'), exponent: digits === '' ? 0 : power - digits.length }
}

const unitsAt = ({ units, exponent }: Scaled, target: number): bigint =>
  units * 10n ** BigInt(exponent - target)

function numberOf({ units, exponent }: Scaled): JsonNumber | null {
  const text = units.toString()
  return text.length > MAX_NUMERAL_LENGTH ? null : readNumeral(numeralOf(decimalOf(`${text}e${exponent}`)))
}
