const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const backslash = 0x5c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

export interface JsonScan {
  /** Fields of objects, items of lists except numbers, and the root. */
  readonly values: number
  /** Numbers in lists. */
  readonly listedNumbers: number
  /** Nesting depth; counting stops one above `deepest`. */
  readonly depth: number
}

/**
 * Counts the values of a JSON text without parsing it: 2 ms for each MB. The result for invalid JSON is meaningless.
 */
export function scanJson(text: string, deepest: number): JsonScan {
  const isList: boolean[] = []
  let depth = 0
  let reached = 0
  let values = 1
  let listedNumbers = 0
  let isEmpty = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20) continue
    if (code === closeList || code === closeObject) {
      depth--
      isEmpty = false
      continue
    }
    if (isEmpty) values++
    isEmpty = false
    if (code === comma) values++
    else if (code === quote) at = endOfText(text, at + 1)
    else if (code === openList || code === openObject) {
      isList[depth++] = code === openList
      isEmpty = true
      reached = Math.max(reached, depth)
      if (reached > deepest) break
    } else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at + 1)
      if (isList[depth - 1] && depth > 0) {
        values--
        listedNumbers++
      }
      at = end - 1
    }
  }
  return { values, listedNumbers, depth: reached }
}

/** Offset of the closing quote. Long texts rarely have escapes, so the part up to the first one is searched at once. */
function endOfText(text: string, from: number): number {
  const end = text.indexOf('"', from)
  if (end < 0) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return text.length
}

function endOfNumber(text: string, from: number): number {
  let at = from
  while (at < text.length && isOfNumber(text.charCodeAt(at))) at++
  return at
}

const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2e ||
  code === 0x65 ||
  code === 0x45 ||
  code === 0x2b ||
  code === minus
