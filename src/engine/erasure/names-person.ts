import { base64Texts, type Piece } from './base64-texts.ts'

/** Number of letters and digits of an identifier; short identifiers match by chance. */
export const searchableLength = (identifier: string): number =>
  identifier.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** Characters that are compared at once: some milliseconds, also of hostile texts. */
const pieceLength = 64 * 1024
/** Most characters that encode one character in nested JSON or percent encoding. */
const maxEscapeLength = 40
/** Decoded characters at a cut that may belong to an escape or to a longer word. */
const margin = 2 * maxEscapeLength

/**
 * Whether a text names a person by one of their identifiers. Yields false for each piece without a name, so
 * that the caller can pause, and ends with the first piece that has one. An identifier is found as a whole
 * word, in any case, escaped or not, also in base64; an e-mail address is not found in a longer one.
 */
export function namesPerson(identifiers: readonly string[]): (text: string) => Generator<boolean> {
  const foldedIdentifiers = [...new Set(identifiers.map(folded))]
  const longest = Math.max(0, ...foldedIdentifiers.map(({ length }) => length))
  // The pieces overlap, so that a match near the cut of one piece lies inside another.
  const overlap = (longest + 2 * margin) * maxEscapeLength
  return function* pieces(text) {
    for (let start = 0; start === 0 || start < text.length; start += pieceLength) {
      const end = start + pieceLength + overlap
      const piece = { text: text.slice(start, end), isCutBefore: start > 0, isCutAfter: end < text.length }
      const isNamed = isNamedIn(piece, foldedIdentifiers, deepestBase64)
      yield isNamed
      if (isNamed || end >= text.length) return
    }
  }
}

/** Most levels of base64 in base64, such as a data URL in an encoded body. */
const deepestBase64 = 2

function isNamedIn(piece: Piece, identifiers: readonly string[], depth: number): boolean {
  const readable = decoded(piece.text)
  const plain = folded(readable)
  const bounds = {
    from: piece.isCutBefore ? margin : 0,
    to: piece.isCutAfter ? plain.length - margin : plain.length,
  }
  if (identifiers.some((identifier) => occurs(plain, identifier, bounds))) return true
  if (depth === 0) return false
  for (const inner of base64Texts({ ...piece, text: readable }))
    if (isNamedIn(inner, identifiers, depth - 1)) return true
  return false
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

const controls = /\\+[nrtbf]/g
const codePoints = /\\+u([0-9a-f]{4})/gi
const escaped = /\\+(["\\/])/g
/** Runs of complete encoded characters; a cut character beside a run stays as it is. */
const percents =
  /(?:%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3})+/gi

/** Undoes escapes of JSON, also in JSON within JSON, HTML's numeric character references, and percent encoding. */
function decoded(text: string): string {
  const html = text.includes('&#') ? text.replaceAll(entities, characterOf) : text
  return withoutEscapes(html)
}

const entities = /&#(?:x([0-9a-f]{1,5})|(\d{1,6}));/gi

const characterOf = (_: string, hex: string | undefined, decimal: string): string =>
  String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))

function withoutEscapes(text: string): string {
  const plain = text.includes('\\')
    ? text
        .replace(codePoints, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
        .replace(controls, '\n')
        .replace(escaped, '$1')
    : text
  return plain.includes('%') ? plain.replace(percents, percentDecoded) : plain
}

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

const wordCharacter = /[\p{L}\p{N}_]/u
/** Characters that continue an e-mail address if a word character is on their other side. */
const joint = /[.+-]/

interface Bounds {
  readonly from: number
  readonly to: number
}

function occurs(text: string, identifier: string, bounds: Bounds): boolean {
  const isAddress = identifier.includes('@')
  for (
    let from = text.indexOf(identifier, bounds.from);
    from >= 0;
    from = text.indexOf(identifier, from + 1)
  ) {
    const to = from + identifier.length
    if (to > bounds.to) return false
    const isWhole =
      !continues(identifier[0]!, text[from - 1], text[from - 2], isAddress) &&
      !continues(identifier.at(-1)!, text[to], text[to + 1], isAddress)
    if (isWhole) return true
  }
  return false
}

/** True if the character beside the end of an identifier makes it a part of a longer word or address. */
function continues(
  end: string,
  adjacent: string | undefined,
  afterAdjacent: string | undefined,
  isAddress: boolean,
): boolean {
  if (adjacent === undefined || !wordCharacter.test(end)) return false
  if (wordCharacter.test(adjacent)) return true
  return isAddress && joint.test(adjacent) && afterAdjacent !== undefined && wordCharacter.test(afterAdjacent)
}
