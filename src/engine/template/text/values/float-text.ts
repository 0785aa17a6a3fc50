/** `repr(float)`: the shortest text that reads back, with an exponent below 1e-4 and from 1e16 on. */
export function floatText(value: number): string {
  const special = specialText(value)
  if (special !== undefined) return special
  const { sign, digits, exponent } = parts(value.toExponential())
  if (Object.is(value, -0)) return '-0.0'
  if (exponent < -4 || exponent >= 16) return sign + mantissa(digits) + exponentText(exponent)
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}

/** inf, -inf and nan; undefined for finite numbers. */
export function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return 'nan'
  if (value === Number.POSITIVE_INFINITY) return 'inf'
  if (value === Number.NEGATIVE_INFINITY) return '-inf'
  return undefined
}

/** `'%.Nf'`: `places` digits after the point (at most 100), ties to even as C does. */
export function fixedText(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e21) {
    const whole = BigInt(value).toString()
    return decimals > 0 ? `${whole}.${'0'.repeat(decimals)}` : whole
  }
  const text = value.toFixed(decimals)
  const signed =
    Object.is(value, -0) || (value < 0 && !text.startsWith('-')) ? `-${text.replace('-', '')}` : text
  return isTie(value, decimals) ? roundToEven(signed, value, decimals) : signed
}

/** `'%.Ne'`: one digit before the point and an exponent of at least two digits. */
export function exponentialText(value: number, decimals: number): string {
  const { sign, digits, exponent } = parts(value.toExponential(decimals))
  const zero = Object.is(value, -0) ? '-' : sign
  return zero + mantissa(digits) + exponentText(exponent)
}

/** `'%.Ng'`: at most `significant` digits, without trailing zeros. */
export function generalText(value: number, significant: number): string {
  const precision = Math.max(significant, 1)
  const exponent = value === 0 ? 0 : parts(value.toExponential(precision - 1)).exponent
  if (exponent < -4 || exponent >= precision) {
    const text = exponentialText(value, precision - 1)
    const index = text.indexOf('e')
    return dropZeros(text.slice(0, index)) + text.slice(index)
  }
  return dropZeros(fixedText(value, precision - 1 - exponent))
}

function parts(text: string): { sign: string; digits: string; exponent: number } {
  const sign = text.startsWith('-') ? '-' : ''
  const index = text.indexOf('e')
  return {
    sign,
    digits: text.slice(sign.length, index).replace('.', ''),
    exponent: Number(text.slice(index + 1)),
  }
}

function mantissa(digits: string): string {
  return digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits
}

function exponentText(exponent: number): string {
  return `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function dropZeros(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  if (text[end - 1] === '.') end--
  return text.slice(0, end)
}

/** Whether the exact value lies halfway between two texts of `places` digits (checked to 30 further places). */
function isTie(value: number, decimals: number): boolean {
  if (decimals > 70) return false
  const tail = Math.abs(value)
    .toFixed(decimals + 30)
    .slice(-30)
  return tail === `5${'0'.repeat(29)}`
}

/** `toFixed` rounds ties away from zero; C and Python take the neighbour with an even last digit. */
function roundToEven(rounded: string, value: number, decimals: number): string {
  if (Number(rounded[rounded.length - 1]) % 2 === 0) return rounded
  const exact = Math.abs(value)
    .toFixed(decimals + 30)
    .slice(0, -30)
  const lower = exact.endsWith('.') ? exact.slice(0, -1) : exact
  return rounded.startsWith('-') ? `-${lower}` : lower
}
