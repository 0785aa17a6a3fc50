/**
 * The document without its XML declaration (the text is decoded already) and without its DOCTYPE.
 * Null if a part before the root is not closed.
 */
export function withoutProlog(text: string): string | null {
  let document = ''
  let offset = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    while (isSpace(text.charCodeAt(offset))) offset++
    if (text.startsWith('<?', offset)) {
      const end = text.indexOf('?>', offset)
      if (end < 0) return null
      if (!text.startsWith('<?xml', offset) || !isSpace(text.charCodeAt(offset + 5)))
        document += text.slice(offset, end + 2)
      offset = end + 2
    } else if (text.startsWith('<!--', offset)) {
      const end = text.indexOf('-->', offset + 4)
      if (end < 0) return null
      document += text.slice(offset, end + 3)
      offset = end + 3
    } else if (text.startsWith('<!DOCTYPE', offset)) {
      const end = doctypeEnd(text, offset)
      if (end < 0) return null
      offset = end
    } else return document + text.slice(offset)
  }
}

/** Offset after the closing `>`, ignoring quotes, comments and the bracketed part. */
function doctypeEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start + 9; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"' || letter === "'") {
      index = text.indexOf(letter, index + 1)
      if (index < 0) return -1
    } else if (text.startsWith('<!--', index)) {
      index = text.indexOf('-->', index + 4)
      if (index < 0) return -1
      index += 2
    } else if (letter === '[') depth++
    else if (letter === ']') depth--
    else if (letter === '>' && depth <= 0) return index + 1
  }
  return -1
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}
