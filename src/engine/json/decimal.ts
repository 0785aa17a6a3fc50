/** `0.digits` times ten to the power, without leading or trailing zeros; no digits means zero. */
export interface Decimal {
  readonly sign: number
  readonly digits: string
  readonly power: number
}

const zero: Decimal = { sign: 0, digits: '', power: 0 }

/** Parses a numeral with sign, point and exponent; leading zeros and a bare point are allowed. */
export function decimalOf(numeral: string): Decimal {
  const text = numeral.trim().toLowerCase()
  const [mantissa = '', exponent = '0'] = text.replace(/^[+-]/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  const leading = all.search(/[^0]/)
  if (leading < 0) return zero
  let end = all.length
  while (all[end - 1] === '0') end--
  return {
    sign: text.startsWith('-') ? -1 : 1,
    digits: all.slice(leading, end),
    power: whole.length - leading + Number(exponent),
  }
}

/** Negative if the left number is smaller, 0 if both are equal. */
export function orderOfDecimals(left: Decimal, right: Decimal): number {
  if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1
  if (left.power !== right.power) return left.power < right.power ? -left.sign : left.sign
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -left.sign : left.sign
}

/** The number in JSON notation: without an exponent up to 400 zeros, otherwise with one. */
export function numeralOf({ sign, digits, power }: Decimal): string {
  const minus = sign < 0 ? '-' : ''
  if (digits === '') return '0'
  if (power < -MAX_ZEROS || power > digits.length + MAX_ZEROS)
    return `${minus}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${power - 1}`
  if (power <= 0) return `${minus}0.${'0'.repeat(-power)}${digits}`
  if (power >= digits.length) return `${minus}${digits}${'0'.repeat(power - digits.length)}`
  return `${minus}${digits.slice(0, power)}.${digits.slice(power)}`
}

const MAX_ZEROS = 400
