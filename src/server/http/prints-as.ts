/** Limit of `toPrecision`. */
const maxDigits = 100

/**
 * True if a double prints as the source, at its shortest or with the same number of digits. Programs print
 * doubles with 15, 17 or all digits.
 */
export function printsAs(value: number, source: string): boolean {
  const sourceDecimal = decimalOf(source)
  if (decimalOf(String(value)) === sourceDecimal) return true
  const count = Math.min(maxDigits, Math.max(1, sourceDecimal.indexOf('e')))
  return decimalOf(value.toPrecision(count)) === sourceDecimal
}

/** Normal form of a number: significant digits and exponent. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const digits = `${whole}${fraction}`
  const first = digits.search(/[1-9]/)
  if (first < 0) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`
}
