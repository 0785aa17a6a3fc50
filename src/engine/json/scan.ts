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
  let deepestReached = 0
  let values = 1
  let listedNumbers = 0
  let isContainerStart = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= 0x20) continue
    if (code === closeList || code === closeObject) {
      depth--
      isContainerStart = false
      continue
    }
    if (isContainerStart) values++
    isContainerStart = false
    if (code === comma) values++
    else if (code === quote) index = endOfText(text, index + 1)
    else if (code === openList || code === openObject) {
      isList[depth++] = code === openList
      isContainerStart = true
      deepestReached = Math.max(deepestReached, depth)
      if (deepestReached > deepest) break
    } else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, index + 1)
      if (isList[depth - 1] && depth > 0) {
        values--
        listedNumbers++
      }
      index = end - 1
    }
  }
  return { values, listedNumbers, depth: deepestReached }
}

/** Offset of the closing quote. Long texts rarely have escapes, so the part up to the first one is searched at once. */
function endOfText(text: string, from: number): number {
  const end = text.indexOf('"', from)
  if (end < 0) return text.length
  if (text.charCodeAt(end - 1) !== backslash) return end
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index
  }
  return text.length
}

function endOfNumber(text: string, from: number): number {
  let offset = from
  while (offset < text.length && isOfNumber(text.charCodeAt(offset))) offset++
  return offset
}

const isOfNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2e ||
  code === 0x65 ||
  code === 0x45 ||
  code === 0x2b ||
  code === minus
