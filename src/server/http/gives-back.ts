/** As many as `toPrecision` knows. */
const mostDigits = 100

/**
 * Whether a double says the number as which it was written, at its shortest or to as many digits. Programs write
 * their doubles to 15, 17 or all digits; these are doubles and were never anything else.
 */
export function givesBack(value: number, source: string): boolean {
  const written = decimalOf(source)
  if (decimalOf(String(value)) === written) return true
  const count = Math.min(mostDigits, Math.max(1, written.indexOf('e')))
  return decimalOf(value.toPrecision(count)) === written
}

/** One text for every way to write a number: its digits without zeros around them, and where the point is. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const digits = `${whole}${fraction}`
  const first = digits.search(/[1-9]/)
  if (first < 0) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`
}
