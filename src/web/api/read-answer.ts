/** A number that `JSON.parse` may round: at least 16 digits, or an exponent. */
const longNumber = /[\d.]{16}|\d[eE][+-]?\d+(?=[,\]}\s]|$)/

/** Parses JSON with all digits of its numbers. The parser for long numbers is loaded with the first one. */
export async function readAnswer(text: string): Promise<unknown> {
  if (!longNumber.test(text)) return JSON.parse(text)
  const { parseExact } = await import('../../engine/json/parse-exact.ts')
  return parseExact(text)
}
