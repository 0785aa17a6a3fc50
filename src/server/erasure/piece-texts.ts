/** Bytes that are read as a text at once: some milliseconds. */
const pieceBytes = 256 * 1024
/** Bytes of the longest identifier that may lie across a cut. */
const overlap = 2_048

/** Parts of a file that overlap, each from the end of a space on; `width`: bytes of a character. */
export function* piecesOfBytes(bytes: Uint8Array, width: 1 | 2): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(wordStart(bytes, start, width), start + pieceBytes + overlap)
}

/** The end of the space before a cut, so that a part of a word is not taken for a word. */
function wordStart(bytes: Uint8Array, cut: number, width: 1 | 2): number {
  const isSpace = (offset: number) =>
    width === 1 ? bytes[offset - 1]! <= space : (bytes[offset - 2]! | bytes[offset - 1]!) <= space
  for (let at = cut; at > Math.max(0, cut - overlap); at -= width) if (isSpace(at)) return at
  return cut
}

const space = 32

/** The encoding that a byte order mark states. */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Characters of Latin-1 with a NUL behind each: UTF-16 without a mark, in either order, as in old office files. */
const wideRuns = /(?:[\t\n\r\x20-\x7e\xa0-\xff]\0){5,}[\t\n\r\x20-\x7e\xa0-\xff]?/g

export function wideText(piece: Uint8Array): string {
  if (!piece.includes(0)) return ''
  const latin = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
  const texts: string[] = []
  for (const [run] of latin.matchAll(wideRuns)) {
    const whole = run.replaceAll('\0', '')
    // The first and the last character may belong to the text beside it.
    const text = whole.charCodeAt(0) > 127 ? whole.slice(1) : whole
    texts.push(whole, text)
    if (!run.endsWith('\0')) texts.push(text.slice(0, -1))
  }
  return texts.join('\0')
}

/** Tags cut words in office files, and strings of a PDF are cut to move letters. */
export const withoutTags = (text: string): string => text.replaceAll(/<[^<>]{0,2000}>/g, '')
