import { base64Bits } from '../base64-alphabet.ts'

// The engine has neither atob nor TextDecoder.

/** Characters of base64 between two pauses; whole groups of four. */
const stride = 24_576
/** Characters that decide whether the rest is decoded: pictures and archives begin with other bytes than text. */
const head = 4_096
const replacement = 0xfffd

/** False if the first bytes cannot be text. Most words that look like base64 fail here, before anything is allocated. */
export function beginsAsText(base64: string, from: number): boolean {
  let before = 0
  let bits = 0
  let buffer = 0
  for (let index = from; index < from + 8; index++) {
    const value = base64Bits[base64.charCodeAt(index)] ?? -1
    if (value < 0) return true
    buffer = ((buffer << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (buffer >> bits) & 0xff
    const isText = byte < 0x80 ? !isControl(byte) : isContinuation(byte) ? before >= 0x80 : byte < 0xf5
    if (!isText) return false
    before = byte
  }
  return true
}

/** The UTF-8 text in base64 of either alphabet; null for other bytes. Pauses at each `yield`. */
export function* textOfBase64(base64: string): Generator<void, string | null> {
  const decoder = new Decoder(base64.length)
  for (let offset = 0; offset < base64.length; ) {
    const end = offset === 0 ? head : offset + stride
    if (!decoder.add(base64, offset, Math.min(end, base64.length))) return null
    if (offset === 0 && readUtf8(decoder.bytes(), true) === null) return null
    offset = end
    yield
  }
  const bytes = decoder.bytes()
  const { length } = bytes
  const pieces: string[] = []
  for (let from = 0; from < length; ) {
    let to = Math.min(length, from + stride)
    // A piece must not end within a character.
    while (to < length && isContinuation(bytes[to]!)) to--
    const piece = to > from ? readUtf8(bytes.subarray(from, to), false) : null
    if (piece === null) return null
    pieces.push(piece)
    from = to
    yield
  }
  return pieces.join('')
}

class Decoder {
  readonly #bytes: Uint8Array
  #length = 0
  #buffer = 0
  #bits = 0

  constructor(characters: number) {
    this.#bytes = new Uint8Array(Math.ceil((characters * 3) / 4))
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** False for a character that is not base64. Line breaks and padding have no bits. */
  add(base64: string, from: number, to: number): boolean {
    for (let index = from; index < to; index++) {
      const code = base64.charCodeAt(index)
      const value = base64Bits[code] ?? -1
      if (value < 0) {
        if (code === 0x0a || code === 0x0d || code === 0x3d) continue
        return false
      }
      this.#buffer = ((this.#buffer << 6) | value) & 0xffff
      this.#bits += 6
      if (this.#bits < 8) continue
      this.#bits -= 8
      this.#bytes[this.#length++] = this.#buffer >> this.#bits
    }
    return true
  }
}

/** Controls that texts do not have. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

/** The bytes as text; null if they are no UTF-8, or have control characters that texts do not have. */
function readUtf8(bytes: Uint8Array, isCut: boolean): string | null {
  const codes: number[] = []
  for (let index = 0; index < bytes.length; ) {
    const first = bytes[index]!
    const size =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
    if (size === 0 || isControl(first)) return null
    if (index + size > bytes.length) return isCut ? textOf(codes) : null
    let code = size === 1 ? first : first & (0xff >> (size + 1))
    for (let next = 1; next < size; next++) {
      const byte = bytes[index + next]!
      if (!isContinuation(byte)) return null
      code = (code << 6) | (byte & 0x3f)
    }
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    codes.push(code)
    index += size
  }
  return textOf(codes)
}

/** `String.fromCodePoint` takes some ten thousand arguments at most. */
function textOf(codes: readonly number[]): string {
  const pieces: string[] = []
  for (let from = 0; from < codes.length; from += 8_192)
    pieces.push(String.fromCodePoint(...codes.slice(from, from + 8_192)))
  return pieces.join('')
}

/** A text as base64 of its UTF-8. Pauses at each `yield`. */
export function* base64OfText(text: string): Generator<void, string> {
  const pieces: string[] = []
  let bytes: Uint8Array = new Uint8Array(0)
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + stride)
    // A piece must not end within a pair of surrogates.
    if (to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to++
    bytes = utf8Of(text.slice(from, to), bytes)
    const whole = to === text.length ? bytes.length : bytes.length - (bytes.length % 3)
    pieces.push(bytes.subarray(0, whole).toBase64())
    bytes = bytes.slice(whole)
    from = to
    yield
  }
  return pieces.join('')
}

/** The bytes in `before`, followed by the UTF-8 of a text. */
function utf8Of(text: string, before: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(before.length + text.length * 3)
  bytes.set(before)
  let length = before.length
  for (const character of text) {
    const point = character.codePointAt(0)!
    const code = point >= 0xd800 && point <= 0xdfff ? replacement : point
    if (code < 0x80) {
      bytes[length++] = code
      continue
    }
    const size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    bytes[length++] = ((0xf00 >> size) & 0xff) | (code >> (6 * (size - 1)))
    for (let rest = size - 2; rest >= 0; rest--) bytes[length++] = 0x80 | ((code >> (6 * rest)) & 0x3f)
  }
  return bytes.subarray(0, length)
}
