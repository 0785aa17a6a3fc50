import { base64Alphabet } from '../base64-alphabet.ts'

/** Characters of base64 from which on a part of a body counts as media. */
export const minBase64 = 16 * 1024

/** A part of a text that consists of characters of base64. */
interface Base64Run {
  readonly start: number
  /** Offset after the padding. */
  readonly end: number
  /** True if the run is the part of a data URL after the comma. */
  readonly isDataUrl: boolean
}

const isBase64 = new Uint8Array(256)
for (const character of base64Alphabet) isBase64[character.charCodeAt(0)] = 1

const equalsSign = 61
const beforeData = Array.from(';base64,', (character) => character.charCodeAt(0))

/**
 * The next run of at least `minBase64` characters. The search tests every `minBase64`th byte, one of which is
 * in such a run, and scans from there in both directions, so other texts cost almost no time.
 */
export function nextBase64(text: Uint8Array, from: number): Base64Run | null {
  for (let offset = from + minBase64 - 1; offset < text.length; offset += minBase64) {
    if (isBase64[text[offset]!] === 0) continue
    let start = offset
    while (start > from && isBase64[text[start - 1]!] === 1) start--
    let end = offset + 1
    while (end < text.length && isBase64[text[end]!] === 1) end++
    if (end - start >= minBase64)
      return { start, end: afterPadding(text, end), isDataUrl: isData(text, start) }
  }
  return null
}

function afterPadding(text: Uint8Array, end: number): number {
  let after = end
  while (after < end + 2 && text[after] === equalsSign) after++
  return after
}

const isData = (text: Uint8Array, start: number): boolean =>
  start >= beforeData.length &&
  beforeData.every((byte, index) => text[start - beforeData.length + index] === byte)
