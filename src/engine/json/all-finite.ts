/** A number of fewer digits, and an exponent of one, is never too large for a double. */
const fewDigits = 200
const largeExponent = /\d[eE]\+?\d{2}/

/**
 * Whether all numbers of a text that was parsed are held by doubles. Others are infinite by now: they would all be
 * equal, and be stored as null.
 */
export const isAllFinite = (text: string, parsed: unknown): boolean =>
  !(largeExponent.test(text) || hasManyDigits(text)) || !holdsInfinity(parsed)

/** So many digits that follow each other have one at a multiple of their number. */
function hasManyDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += fewDigits) {
    let end = at
    while (isDigit(text, end)) end++
    if (end === at) continue
    let start = at
    while (isDigit(text, start - 1)) start--
    if (end - start >= fewDigits) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** Without recursion: what it is asked about may be nested as deep as its text is long. */
function holdsInfinity(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'number' && !Number.isFinite(one)) return true
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner)
  }
  return false
}
