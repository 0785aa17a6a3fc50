/** A number whose fraction is longer than people compare. */
const longFraction = /^-?\d+\.\d{7,}$/

/** A number with at most 4 digits of its fraction that count; other texts as they are. The peek shows all digits. */
export function shortNumber(text: string): string {
  if (!longFraction.test(text)) return text
  const value = Number(text)
  return Math.abs(value) < 1 ? String(Number(value.toPrecision(4))) : String(Number(value.toFixed(4)))
}
