import { textIn } from './text-in.ts'

/** A part of a text; the word at a cut may be incomplete. */
export interface Piece {
  readonly text: string
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

/** Base64 of at least 12 bytes, in one line or in several as in mail. Shorter runs are mostly words. */
const runs = /[\w+/-]{16,}(?:[\r\n]{1,2}[\w+/-]+)*/g
const charactersOfGroup = 4

const minRunLength = 16

/**
 * The decoded texts of the base64 runs in a piece. A run that is cut at its start is decoded from each of its first
 * four characters. If a run with slashes is not only text, its segments are decoded too, because it may be a URL.
 */
export function* base64Texts({ text, isCutBefore, isCutAfter }: Piece): Generator<Piece> {
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const isCut = isCutBefore && start === 0
    const isCutEnd = isCutAfter && start + run.length === text.length
    for (let skipped = 0; skipped < (isCut ? charactersOfGroup : 1); skipped++)
      yield {
        text: textIn(bytesOf(run, skipped)),
        isCutBefore: isCut,
        isCutAfter: isCutEnd,
      }
    if (!run.includes('/') || !textIn(bytesOf(run, 0)).includes('\0')) continue
    const segments = run.split('/')
    for (const [index, segment] of segments.entries())
      if (index > 0 && segment.length >= minRunLength)
        yield {
          text: textIn(bytesOf(segment, 0)),
          isCutBefore: false,
          isCutAfter: isCutEnd && index === segments.length - 1,
        }
  }
}

/** The bytes of a run in the standard or the URL alphabet, without its first `skipped` characters. */
function bytesOf(run: string, skipped: number): Uint8Array {
  const digits = run
    .slice(skipped)
    .replace(/[\r\n]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  // A single character after the last group has fewer bits than a byte.
  return Uint8Array.fromBase64(digits.length % charactersOfGroup === 1 ? digits.slice(0, -1) : digits)
}
