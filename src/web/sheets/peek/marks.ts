/** The range of a match in a text; `to` is exclusive. */
export interface MatchRange {
  readonly from: number
  readonly to: number
}

export interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

const maxLength = 600
export const maxMatches = 50

/** The matches of one text in another, in any case. */
export function matchesOf(text: string, needle: string): MatchRange[] {
  if (needle === '') return []
  const [lower, foldedNeedle] = [text.toLowerCase(), needle.toLowerCase()]
  const matches: MatchRange[] = []
  for (let offset = lower.indexOf(foldedNeedle); offset >= 0 && matches.length < maxMatches; ) {
    matches.push({ from: offset, to: offset + foldedNeedle.length })
    offset = lower.indexOf(foldedNeedle, offset + foldedNeedle.length)
  }
  return matches
}

/** The part of a text around the first matches, in pieces; `…` where it is cut. */
export function piecesOf(text: string, matches: readonly MatchRange[]): readonly Piece[] {
  const first = matches[0]?.from ?? 0
  const start = first < maxLength / 2 ? 0 : first - maxLength / 4
  const end = Math.min(text.length, start + maxLength)
  const pieces: Piece[] = []
  const add = (piece: string, isMarked: boolean) => {
    if (piece !== '') pieces.push({ text: piece, isMarked })
  }
  let offset = start
  add(start > 0 ? '…' : '', false)
  for (const { from, to } of matches) {
    if (from >= end) break
    add(text.slice(offset, from), false)
    add(text.slice(from, Math.min(to, end)), true)
    offset = Math.min(to, end)
  }
  add(text.slice(offset, end), false)
  add(end < text.length ? '…' : '', false)
  return pieces
}
