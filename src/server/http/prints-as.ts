/** The maximum that `toPrecision` takes. */
const maxDigits = 100

/**
 * True if the double prints as the source, in its shortest form or with as many digits as the source. Programs print
 * doubles with 15, 17 or all digits.
 */
export function printsAs(value: number, source: string): boolean {
  const sourceDecimal = decimalOf(source)
  if (decimalOf(String(value)) === sourceDecimal) return true
  const count = Math.min(maxDigits, Math.max(1, sourceDecimal.indexOf('e')))
  return decimalOf(value.toPrecision(count)) === sourceDecimal
}

/** The normal form of a number: its significant digits and the exponent. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const digits = `${whole}${fraction}`
  const first = digits.search(/[1-9]/)
  if (first < 0) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`
}
