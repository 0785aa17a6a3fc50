/**
 * Texts that a spreadsheet may read as a formula; numbers are safe. Leading apostrophes are included, so that
 * removing one restores the original.
 */
const dangerous = /^'*[=+\-@\t\r\n]/
const guarded = /^'+[=+\-@\t\r\n]/
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

export function guardFormula(text: string): string {
  return dangerous.test(text) && !number.test(text) ? `'${text}` : text
}

/** Reverses `guardFormula`. */
export function withoutGuard(text: string): string {
  return guarded.test(text) ? text.slice(1) : text
}
