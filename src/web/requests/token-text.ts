/** A sum of tokens, with the number of requests whose token counts are unknown. */
export function tokenText(tokens: number, uncounted: number): string {
  const sum = tokens.toLocaleString('en')
  if (uncounted === 0) return sum
  const without = `${uncounted.toLocaleString('en')} without token counts`
  return tokens === 0 ? without : `${sum}, ${without}`
}
