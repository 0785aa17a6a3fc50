/** Matches numbers with more than six decimals. */
const longFraction = /^-?\d+\.\d{7,}$/

/**
 * Shortens a long fraction to four significant digits below 1, and to four decimals above. Other texts stay
 * unchanged. The peek shows all digits.
 */
export function shortNumber(text: string): string {
  if (!longFraction.test(text)) return text
  const value = Number(text)
  return Math.abs(value) < 1 ? String(Number(value.toPrecision(4))) : String(Number(value.toFixed(4)))
}
