import { base64Bits } from '../base64-alphabet.ts'
import type { Match } from './match.ts'

/** Fewest characters of base64 within a text; shorter runs are mostly words. */
const minRunLength = 16
/** Characters of a run that are read in one piece; the rest is a run of its own. */
const maxRunLength = 8_388_608
/** Fewest characters of a line that goes on in the next one, as in mail (76) and in certificates (64). */
const minLineLength = 60

const isInRun = (code: number): boolean => base64Bits[code]! >= 0

/** The next run of base64, in the standard or the URL alphabet, that starts in [offset, limit). */
export function nextBase64(text: string, offset: number, limit: number): Match | null {
  for (let from = offset; from < limit; ) {
    const to = endOfRun(text, from)
    if (to - from >= minRunLength) return { from, to }
    from = to + 1
  }
  return null
}

function endOfRun(text: string, start: number): number {
  const last = start + maxRunLength
  let line = start
  for (;;) {
    let end = line
    while (end < last && isInRun(text.charCodeAt(end))) end++
    if (end === last) return end
    const next = (end - line) % 4 === 0 && end - line >= minLineLength ? afterLineBreak(text, end) : end
    // A hyphen after a line begins the end mark of a certificate or of a part of a mail.
    if (next === end || text[next] === '-' || !isInRun(text.charCodeAt(next))) return afterPadding(text, end)
    line = next
  }
}

function afterLineBreak(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2
  return text[offset] === '\n' ? offset + 1 : offset
}

function afterPadding(text: string, offset: number): number {
  let end = offset
  while (end < offset + 2 && text[end] === '=') end++
  return end
}

/** Longer runs are not split: they are files. */
const maxSplitLength = 65_536
const separator = /[\r\n/]+/g

/** A run, and its parts that may be base64 of their own, such as the segments of a URL. */
export function* partsOfRun(text: string, run: Match): Generator<Match> {
  yield run
  if (run.to - run.from > maxSplitLength) return
  let { from } = run
  for (const { index, 0: separating } of text.slice(run.from, run.to).matchAll(separator)) {
    const to = run.from + index
    if (to - from >= minRunLength) yield { from, to }
    from = to + separating.length
  }
  if (from > run.from && run.to - from >= minRunLength) yield { from, to: run.to }
}

/** Base64 with the alphabet and the padding of an earlier text. */
export function inStyleOf(earlier: string, base64: string): string {
  const isUrl = /[-_]/.test(earlier)
  const isPadded = earlier.endsWith('=') || (!isUrl && earlier.length % 4 === 0)
  const digits = isPadded ? base64 : base64.replace(/=+$/, '')
  return isUrl ? digits.replaceAll('+', '-').replaceAll('/', '_') : digits
}
