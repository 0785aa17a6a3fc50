/** A number that a double may change: of 16 digits and more, or with an exponent. */
const longNumber = /[\d.]{16}|\d[eE][+-]?\d+(?=[,\]}\s]|$)/

/** JSON with all digits of its numbers. What keeps them is loaded with the first answer that has a long one. */
export async function readAnswer(text: string): Promise<unknown> {
  if (!longNumber.test(text)) return JSON.parse(text)
  const { parseExact } = await import('../../engine/json/exact-number.ts')
  return parseExact(text)
}
