/**
 * What a spreadsheet may take for a formula. Numbers are none. A text that begins with apostrophes before such a
 * sign is meant too, so that taking one away gives back what was there.
 */
const dangerous = /^'*[=+\-@\t\r\n]/
const guarded = /^'+[=+\-@\t\r\n]/
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

export function guardFormula(text: string): string {
  return dangerous.test(text) && !number.test(text) ? `'${text}` : text
}

/** The text as it was before `guardFormula`. */
export function withoutGuard(text: string): string {
  return guarded.test(text) ? text.slice(1) : text
}
