import type { Hunk } from './parse.ts'

export type Application =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: 'diff_mismatch' | 'too_large'; readonly reason: string }

/** Limit of line comparisons in the search for the offsets of hunks. */
const MAX_COMPARISONS = 2_000_000

/**
 * Applies hunks from top to bottom. A hunk applies at its stated line, or at the only other match of its old lines
 * after the previous hunk. Line ends and the end of the text are kept.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): Application {
  const lines = text.split('\n')
  let newline = lines.length > 1 && lines.at(-1) === ''
  if (newline || text === '') lines.pop()
  const result: string[] = []
  let copied = 0
  const budget = { left: MAX_COMPARISONS }
  for (const [index, hunk] of hunks.entries()) {
    const start = findOffset(hunk, lines, copied, newline, budget)
    if (budget.left < 0) return { ok: false, code: 'too_large', reason: 'The diff takes too long to apply' }
    if (typeof start === 'string') {
      return { ok: false, code: 'diff_mismatch', reason: `Hunk ${index + 1} ${start}` }
    }
    for (let line = copied; line < start; line++) result.push(lines[line]!)
    for (const line of hunk.after) result.push(line)
    copied = start + hunk.before.length
    if (hunk.endsAfter) newline = false
    else if (hunk.endsBefore) newline = true
  }
  for (let line = copied; line < lines.length; line++) result.push(lines[line]!)
  const end = result.length > 0 && (newline || (text === '' && !hunks.at(-1)!.endsAfter)) ? '\n' : ''
  return { ok: true, text: result.join('\n') + end }
}

/** Index of the first old line, or the reason why there is none. */
function findOffset(
  hunk: Hunk,
  lines: readonly string[],
  from: number,
  newline: boolean,
  budget: { left: number },
): number | string {
  const stated = hunk.before.length === 0 ? hunk.start : hunk.start - 1
  if (hunk.before.length === 0) {
    return stated >= from && stated <= lines.length ? stated : 'starts after the end of the text'
  }
  const fits = (at: number): boolean => {
    if (at < from || at + hunk.before.length > lines.length) return false
    if (hunk.endsBefore && (newline || at + hunk.before.length !== lines.length)) return false
    for (const [offset, line] of hunk.before.entries()) {
      if (--budget.left < 0 || lines[at + offset] !== line) return false
    }
    return true
  }
  if (fits(stated)) return stated
  let position = -1
  for (let index = from; index + hunk.before.length <= lines.length && budget.left >= 0; index++) {
    if (!fits(index)) continue
    if (position >= 0) return 'matches in more than one place'
    position = index
  }
  return position >= 0 ? position : 'does not match the text'
}
