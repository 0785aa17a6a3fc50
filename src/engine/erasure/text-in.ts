/** Fewest characters of a text within other bytes, such as a picture; shorter texts occur by chance. */
const minTextLength = 12

const nul = '\0'

/** Decodes UTF-8. Other bytes, and texts of less than 12 characters between them, become NUL characters. */
export function textIn(bytes: Uint8Array): string {
  const parts: string[] = []
  let text = ''
  let others = 0
  const end = () => {
    // A short text counts if the bytes hold nothing else; between other bytes it occurs by chance.
    if (text.length >= minTextLength || (parts.length === 0 && others === 0 && offset >= bytes.length)) {
      parts.push(nul.repeat(others), text)
      others = 0
    } else others += text.length
    text = ''
  }
  let offset = 0
  while (offset < bytes.length) {
    const { code, length } = codePointAt(bytes, offset)
    offset += length
    if (code >= 0) text += String.fromCodePoint(code)
    else {
      end()
      others++
    }
  }
  end()
  return parts.join('') + nul.repeat(others)
}

/**
 * The code point at an offset and its length in bytes; -1 for control characters and for bytes that are not
 * UTF-8.
 */
function codePointAt(bytes: Uint8Array, offset: number): { readonly code: number; readonly length: number } {
  const first = bytes[offset]!
  if (first < 0x80) return { code: isControl(first) ? -1 : first, length: 1 }
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
  if (first < 0xc2 || first > 0xf4 || offset + more >= bytes.length) return noText
  let code = first & (0x3f >> more)
  for (let next = offset + 1; next <= offset + more; next++) {
    if ((bytes[next]! & 0xc0) !== 0x80) return noText
    code = (code << 6) | (bytes[next]! & 0x3f)
  }
  return code > 0x10ffff ? noText : { code, length: more + 1 }
}

const noText = { code: -1, length: 1 }
const isControl = (code: number): boolean =>
  (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127
