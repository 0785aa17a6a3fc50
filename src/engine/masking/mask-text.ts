import { inStyleOf, nextBase64, partsOfRun } from './base64-runs.ts'
import { base64OfText, beginsAsText, textOfBase64 } from './base64-text.ts'
import type { Match } from './match.ts'
import type { MaskingAction, TextRule } from './rules.ts'

export interface RuleMatch extends Match {
  readonly rule: TextRule
}

/** The callbacks of one masking: for pseudonyms, and for each match. */
export interface MaskingRun {
  /** A keyed hash of the value, in hexadecimal digits. */
  readonly pseudonym: (label: string, value: string) => string
  readonly onMatch: (ruleIndex: number, text: string, match: Match, replacement: string) => void
}

/** A search covers this many characters at a time, so that it can pause in between. */
const window = 65_536
const minWindowLength = 8_192
/** The longest match that is sure to be found across two windows. */
const maxMatchLength = 4_096
/** Characters before a window, for the conditions on what precedes a match. */
const context = 64
/** Instructions times characters of one search: a quarter of a second at worst on a busy machine. */
const maxWork = 8_000_000

export function replacementOf(
  { action, label }: { readonly action: MaskingAction; readonly label: string },
  value: string,
  run: MaskingRun,
): string {
  if (action === 'drop') return ''
  return action === 'mask' ? `[${label}]` : `[${label}:${run.pseudonym(label, value)}]`
}

/** Replaces all matches in a text, also in texts that it holds as base64. Pauses at each `yield`. */
export function* maskText(
  text: string,
  rules: readonly TextRule[],
  run: MaskingRun,
): Generator<void, string> {
  if (text.length < 4) return text
  if (isBase64(text)) return yield* maskBase64(text, rules, run)
  const outside = text.includes(';base64,') ? yield* maskDataUrls(text, rules, run) : text
  return yield* maskPlain(yield* maskRuns(outside, rules, run), rules, run)
}

/** The base64 of a text with its matches replaced; other base64 unchanged. */
function* maskBase64(base64: string, rules: readonly TextRule[], run: MaskingRun): Generator<void, string> {
  const text = yield* textOfBase64(base64)
  if (text === null) return base64
  const masked = yield* maskText(text, rules, run)
  return masked === text ? base64 : inStyleOf(base64, yield* base64OfText(masked))
}

/** Masks the base64 within a text, such as a token or a cursor. */
function* maskRuns(text: string, rules: readonly TextRule[], run: MaskingRun): Generator<void, string> {
  const pieces: string[] = []
  let copied = 0
  let paused = 0
  for (let offset = 0; offset < text.length; ) {
    const limit = Math.min(text.length, paused + window)
    const base64 = nextBase64(text, offset, limit)
    offset = base64?.to ?? limit
    for (const { from, to } of base64 ? partsOfRun(text, base64) : []) {
      if (!beginsAsText(text, from)) continue
      const part = text.slice(from, to)
      const masked = yield* maskBase64(part, rules, run)
      if (masked === part) continue
      pieces.push(text.slice(copied, from), masked)
      copied = to
      // The whole run comes first, so its parts are masked too.
      if (to === base64!.to) break
    }
    if (offset - paused >= window) {
      yield
      paused = offset
    }
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied)
}

function* maskDataUrls(text: string, rules: readonly TextRule[], run: MaskingRun): Generator<void, string> {
  const pieces: string[] = []
  let copied = 0
  for (const { from, to } of dataUrlsIn(text)) {
    pieces.push(text.slice(copied, from), yield* maskBase64(text.slice(from, to), rules, run))
    copied = to
  }
  return pieces.join('') + text.slice(copied)
}

function* maskPlain(text: string, rules: readonly TextRule[], run: MaskingRun): Generator<void, string> {
  const largest = rules.reduce((size, rule) => Math.max(size, rule.size), 1)
  const width = Math.max(minWindowLength, Math.min(window, Math.floor(maxWork / largest)))
  const pieces: string[] = []
  let copied = 0
  let offset = 0
  while (offset < text.length) {
    const isLast = offset + width >= text.length
    const start = Math.max(0, offset - context)
    const part = start === 0 && isLast ? text : text.slice(start, offset + width)
    const limit = isLast ? text.length : offset + width - maxMatchLength
    let next = limit
    const matches = yield* findAll(part, start, rules, offset, limit)
    for (const { rule, from, to } of merged(matches, dataUrls(text, matches))) {
      const value = text.slice(from, to)
      const replacement = replacementOf(rule, rule.canonical(value), run)
      run.onMatch(rule.index, text, { from, to }, replacement)
      pieces.push(text.slice(copied, from), replacement)
      copied = to
      next = Math.max(next, to)
    }
    offset = next
    if (!isLast) yield
  }
  if (copied === 0 && pieces.length === 0) return text
  pieces.push(text.slice(copied))
  return pieces.join('')
}

/** Matches of all rules that begin in [offset, limit). */
function* findAll(
  part: string,
  start: number,
  rules: readonly TextRule[],
  offset: number,
  limit: number,
): Generator<void, RuleMatch[]> {
  const matches: RuleMatch[] = []
  let work = 0
  for (const rule of rules)
    for (const { from, to } of rule.find(part)) {
      if (rule.isOwn) {
        // A search may read the rest of the part before it finds a short match.
        work += (part.length - from) * rule.size
        if (work > maxWork) {
          yield
          work = 0
        }
      }
      if (start + from >= offset && start + from < limit)
        matches.push({ rule, from: start + from, to: start + to })
    }
  return matches
}

/** Overlapping matches become one, with the rule that comes first in the list. */
function merged(matches: RuleMatch[], skipped: readonly Match[]): readonly RuleMatch[] {
  matches.sort((a, b) => a.from - b.from || a.rule.index - b.rule.index)
  const result: RuleMatch[] = []
  for (const match of matches) {
    if (skipped.some(({ from, to }) => match.from >= from && match.to <= to)) continue
    const last = result.at(-1)
    if (!last || match.from >= last.to) result.push(match)
    else
      result[result.length - 1] = {
        rule: last.rule.index <= match.rule.index ? last.rule : match.rule,
        from: last.from,
        to: Math.max(last.to, match.to),
      }
  }
  return result
}

const dataUrl = /data:[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?:;[a-z0-9=-]{1,60}){0,3};base64,/gi

/**
 * The base64 of the data URLs in a text. A match inside base64 occurs by chance. Without matches, the search
 * is skipped.
 */
function dataUrls(text: string, matches: readonly RuleMatch[]): readonly Match[] {
  return matches.length === 0 || !text.includes(';base64,') ? [] : dataUrlsIn(text)
}

function dataUrlsIn(text: string): readonly Match[] {
  return Array.from(text.matchAll(dataUrl), (match) => {
    const from = match.index + match[0].length
    return { from, to: endOfBase64(text, from) }
  })
}

const shortestBase64 = 1_024

/** A text that is only base64, such as the data of a picture. Words have spaces. */
function isBase64(text: string): boolean {
  if (text.length < shortestBase64) return false
  const head = text.slice(0, 200)
  if (!/[a-z]/.test(head) || !/[A-Z]/.test(head) || !/^[A-Za-z0-9+/=\r\n]+$/.test(head)) return false
  return endOfBase64(text, 0) === text.length
}

function endOfBase64(text: string, from: number): number {
  let offset = from
  while (offset < text.length && isBase64Code(text.charCodeAt(offset))) offset++
  return offset
}

const isBase64Code = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 61 ||
  code === 10 ||
  code === 13
