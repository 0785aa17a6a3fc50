/** Limits of a returned value, because parsing it takes time. */
const maximumDepth = 100
const maximumValues = 1_000_000

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Shorter numbers without an exponent always fit a double. */
const longNumber = 300

/** Returns why the JSON text is refused; null if it is accepted. Scans bytes without building values. */
export function shapeFault(json: Uint8Array): string | null {
  let depth = 0
  let values = 1
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === quote) index = endOfString(json, index)
    else if (isDigit(byte)) {
      const end = endOfNumber(json, index)
      if (end < 0) return 'It holds a number that is too large.'
      index = end - 1
    } else if (byte === openList || byte === openObject) {
      values++
      if (++depth > maximumDepth) return `It is nested more than ${maximumDepth} levels deep.`
    } else if (byte === closeList || byte === closeObject) depth--
    else if (byte === comma) values++
  }
  return values > maximumValues ? `It holds more than ${maximumValues} values.` : null
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** The end of a number; negative if a double cannot hold it: it would become Infinity and be stored as null. */
function endOfNumber(json: Uint8Array, start: number): number {
  let end = start
  let hasExponent = false
  for (; isDigit(json[end]) || isPartOfNumber(json[end]); end++) hasExponent ||= isExponent(json[end])
  if (end - start < longNumber && !hasExponent) return end
  const number = Number(Buffer.from(json.subarray(start, end)).toString('latin1'))
  return Number.isFinite(number) ? end : -1
}

const isExponent = (byte: number | undefined): boolean => byte === 0x65 || byte === 0x45
const isPartOfNumber = (byte: number | undefined): boolean =>
  byte === 0x2b || byte === 0x2d || byte === 0x2e || isExponent(byte)

function endOfString(json: Uint8Array, start: number): number {
  let end = json.indexOf(quote, start + 1)
  while (end > 0 && isEscaped(json, end)) end = json.indexOf(quote, end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: Uint8Array, offset: number): boolean {
  let start = offset - 1
  while (json[start] === backslash) start--
  return (offset - start) % 2 === 0
}
