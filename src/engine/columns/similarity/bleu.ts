import { MAX_WORD_TEXT } from './levenshtein.ts'

const token = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu
const MAX_RUN = 4

/**
 * BLEU of a text against one reference, from 0 to 1, with add-one smoothing (Lin and Och, 2004). It counts
 * runs of one to four words and punctuation marks (fewer for shorter texts); one is added to the counts of
 * runs longer than one.
 */
export function bleu(candidate: string, reference: string): number | 'too-large' {
  if (candidate === reference) return 1
  if (candidate.length + reference.length > MAX_WORD_TEXT) return 'too-large'
  const tokens = candidate.normalize().match(token) ?? []
  const referenceTokens = reference.normalize().match(token) ?? []
  if (tokens.length === 0 || referenceTokens.length === 0) return 0
  const longest = Math.min(MAX_RUN, tokens.length, referenceTokens.length)
  let logarithms = 0
  for (let length = 1; length <= longest; length++) {
    const { shared, total } = sharedRuns(tokens, referenceTokens, length)
    const smoothing = length === 1 ? 0 : 1
    if (shared + smoothing === 0) return 0
    logarithms += Math.log((shared + smoothing) / (total + smoothing))
  }
  return brevity(tokens, referenceTokens) * Math.exp(logarithms / longest)
}

/** White space of Python's `str.split`. */
const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const spaces = new RegExp(`${space}+`, 'u')
const trailing = new RegExp(`${space}+$`, 'u')

/**
 * sacrebleu's default `sentence_bleu` of a text against one reference, divided by 100: tokens of mteval-v13a, cased,
 * exponential smoothing (Chen and Cherry, 2014, method 3), effective order.
 */
export function sacrebleu(candidate: string, reference: string): number | 'too-large' {
  if (candidate.length + reference.length > MAX_WORD_TEXT) {
    const isEqual = candidate === reference && candidate.trim() !== ''
    return isEqual ? 1 : 'too-large'
  }
  const tokens = tokens13a(candidate)
  const referenceTokens = tokens13a(reference)
  const longest = Math.min(MAX_RUN, tokens.length)
  let [matches, smoothingFactor, logarithms] = [0, 1, 0]
  for (let length = 1; length <= longest; length++) {
    const { shared, total } = sharedRuns(tokens, referenceTokens, length)
    matches += shared
    if (shared === 0) smoothingFactor *= 2
    logarithms += Math.log(shared === 0 ? 1 / (smoothingFactor * total) : shared / total)
  }
  return matches === 0 ? 0 : brevity(tokens, referenceTokens) * Math.exp(logarithms / longest)
}

function tokens13a(text: string): string[] {
  const line = text
    .replace(trailing, '')
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return ` ${line} `
    .replace(/[{-~[-` -&(-+:-@/]/gu, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ')
    .split(spaces)
    .filter((word) => word !== '')
}

const brevity = (candidate: readonly string[], reference: readonly string[]): number =>
  candidate.length >= reference.length ? 1 : Math.exp(1 - reference.length / candidate.length)

function sharedRuns(
  candidate: string[],
  reference: string[],
  length: number,
): { shared: number; total: number } {
  const unmatched = countRuns(reference, length)
  let shared = 0
  const total = candidate.length - length + 1
  for (let index = 0; index < total; index++) {
    const run = candidate.slice(index, index + length).join(' ')
    const count = unmatched.get(run) ?? 0
    if (count === 0) continue
    shared++
    unmatched.set(run, count - 1)
  }
  return { shared, total }
}

function countRuns(tokens: string[], length: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let index = 0; index + length <= tokens.length; index++) {
    const run = tokens.slice(index, index + length).join(' ')
    counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}
