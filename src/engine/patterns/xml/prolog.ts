/**
 * The document without its XML declaration (the text is decoded already) and without its DOCTYPE.
 * Null if a part before the root is not closed.
 */
export function withoutProlog(text: string): string | null {
  let document = ''
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++
    if (text.startsWith('<?', at)) {
      const end = text.indexOf('?>', at)
      if (end < 0) return null
      if (!text.startsWith('<?xml', at) || !isSpace(text.charCodeAt(at + 5)))
        document += text.slice(at, end + 2)
      at = end + 2
    } else if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4)
      if (end < 0) return null
      document += text.slice(at, end + 3)
      at = end + 3
    } else if (text.startsWith('<!DOCTYPE', at)) {
      const end = doctypeEnd(text, at)
      if (end < 0) return null
      at = end
    } else return document + text.slice(at)
  }
}

/** Offset after the closing `>`, ignoring quotes, comments and the bracketed part. */
function doctypeEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start + 9; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"' || letter === "'") {
      at = text.indexOf(letter, at + 1)
      if (at < 0) return -1
    } else if (text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at + 4)
      if (at < 0) return -1
      at += 2
    } else if (letter === '[') depth++
    else if (letter === ']') depth--
    else if (letter === '>' && depth <= 0) return at + 1
  }
  return -1
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}
