import { MAX_WORDED } from './levenshtein.ts'

const token = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu
const LONGEST = 4

/**
 * BLEU of one text against one reference: words and punctuation, runs of up to four of them (fewer
 * when either text is shorter), one added to the counts of runs longer than one, as Lin and Och (2004).
 */
export function bleu(candidate: string, reference: string): number | 'too-large' {
  if (candidate === reference) return 1
  if (candidate.length + reference.length > MAX_WORDED) return 'too-large'
  const found = candidate.normalize().match(token) ?? []
  const wanted = reference.normalize().match(token) ?? []
  if (found.length === 0 || wanted.length === 0) return 0
  const longest = Math.min(LONGEST, found.length, wanted.length)
  let logarithms = 0
  for (let length = 1; length <= longest; length++) {
    const { shared, total } = sharedRuns(found, wanted, length)
    const smoothing = length === 1 ? 0 : 1
    if (shared + smoothing === 0) return 0
    logarithms += Math.log((shared + smoothing) / (total + smoothing))
  }
  const brevity = found.length >= wanted.length ? 1 : Math.exp(1 - wanted.length / found.length)
  return brevity * Math.exp(logarithms / longest)
}

function sharedRuns(found: string[], wanted: string[], length: number): { shared: number; total: number } {
  const left = countRuns(wanted, length)
  let shared = 0
  const total = found.length - length + 1
  for (let at = 0; at < total; at++) {
    const run = found.slice(at, at + length).join(' ')
    const count = left.get(run) ?? 0
    if (count === 0) continue
    shared++
    left.set(run, count - 1)
  }
  return { shared, total }
}

function countRuns(tokens: string[], length: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + length <= tokens.length; at++) {
    const run = tokens.slice(at, at + length).join(' ')
    counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}
