/** Bytes that are decoded in one piece, which takes some milliseconds. */
const pieceBytes = 256 * 1024
/** Longest identifier in bytes that is found across a cut. */
const overlap = 2_048

/** Splits a file into overlapping pieces that begin after a space. `width` is the number of bytes of a character. */
export function* piecesOfBytes(bytes: Uint8Array, width: 1 | 2): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(wordStart(bytes, start, width), start + pieceBytes + overlap)
}

/** The offset after the last space before a cut, so that a piece does not begin inside a word. */
function wordStart(bytes: Uint8Array, cut: number, width: 1 | 2): number {
  const isSpace = (offset: number) =>
    width === 1 ? bytes[offset - 1]! <= space : (bytes[offset - 2]! | bytes[offset - 1]!) <= space
  for (let at = cut; at > Math.max(0, cut - overlap); at -= width) if (isSpace(at)) return at
  return cut
}

const space = 32

/** The encoding that a byte order mark states; null without one. */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * Characters of Latin-1, each followed by NUL. This finds UTF-16 without a mark, in either byte order, as in old office
 * files.
 */
const wideRuns = /(?:[\t\n\r\x20-\x7e\xa0-\xff]\0){5,}[\t\n\r\x20-\x7e\xa0-\xff]?/g

export function wideText(piece: Uint8Array): string {
  if (!piece.includes(0)) return ''
  const latin = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
  const texts: string[] = []
  for (const [run] of latin.matchAll(wideRuns)) {
    const characters = run.replaceAll('\0', '')
    // The first and the last character may belong to the neighbouring text.
    const text = characters.charCodeAt(0) > 127 ? characters.slice(1) : characters
    texts.push(characters, text)
    if (!run.endsWith('\0')) texts.push(text.slice(0, -1))
  }
  return texts.join('\0')
}

/** Removes tags, which cut words in office files. */
export const withoutTags = (text: string): string => text.replaceAll(/<[^<>]{0,2000}>/g, '')
