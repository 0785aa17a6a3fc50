/** Python's regex dialect, translated for RE2 and for the sandbox. */

import { RE2JS } from 're2js'
import { PatternError } from '../pattern-error.ts'
import { readRegex } from './read.ts'
import { traitsOf } from './traits.ts'
import { writeRegex } from './write.ts'

const MAX_PATTERN = 10_000
const MAX_SIZE = 20_000
/** Instructions times characters: the limit of one search, about a tenth of a second at worst. */
const MAX_WORK = 50_000_000
const MAX_MATCHES = 100_000

/** Why a search is not possible here: the text is too long for the pattern, or RE2 lacks the syntax. */
export type Unsearchable = 'too-large' | 'needs-backtracking'

/** Offsets of a match; `to` is exclusive. */
export interface MatchRange {
  readonly from: number
  readonly to: number
}

/** One match: the whole, then its groups; null for a group outside the match. */
export type Match = readonly (string | null)[]

export interface Regex {
  readonly captures: number
  /** Whether the pattern matches anywhere in the text. */
  search(text: string): boolean | Unsearchable
  /** All non-overlapping matches, from left to right. */
  findAll(text: string): readonly Match[] | Unsearchable
  /** Offsets of the first matches; empty matches are skipped. */
  matchRanges(text: string, maxRanges: number): readonly MatchRange[] | Unsearchable
  /** The pattern for JavaScript's backtracking engine, which may take forever; for the sandbox only. */
  javascript(): { readonly source: string; readonly flags: string }
}

/**
 * Compiles a pattern in Python's dialect for RE2, which runs in linear time. Throws PatternError. Some texts need
 * backtracking even so: `\b` beside letters outside ASCII, and `$` before a final newline.
 */
export function compileRegex(pattern: string): Regex {
  if (pattern.length > MAX_PATTERN) throw new PatternError(`is longer than ${MAX_PATTERN} characters`)
  const tree = readRegex(pattern)
  const traits = traitsOf(tree.body)
  if (traits.size > MAX_SIZE) throw new PatternError('repeats more than allowed')
  const program = traits.backtracks ? null : compile(writeRegex(tree.body, 're2'), tree.ignoreCase)
  const longest = Math.floor(MAX_WORK / traits.size)

  const unsearchable = (text: string): Unsearchable | null => {
    if (text.length > longest) return 'too-large'
    if (program === null) return 'needs-backtracking'
    if (traits.hasBoundary && !isAscii(text)) return 'needs-backtracking'
    if (traits.hasEnd && text.charCodeAt(text.length - 1) === 10) return 'needs-backtracking'
    return null
  }

  return {
    captures: tree.captures,
    search: (text) => unsearchable(text) ?? program!.matcher(text).find(),
    findAll(text) {
      const reason = unsearchable(text)
      if (reason !== null) return reason
      const matcher = program!.matcher(text)
      const matches: Match[] = []
      while (matcher.find()) {
        if (matches.length >= MAX_MATCHES) return 'too-large'
        matches.push(Array.from({ length: tree.captures + 1 }, (_, group) => matcher.group(group) ?? null))
      }
      return matches
    },
    matchRanges(text, maxRanges) {
      const reason = unsearchable(text)
      if (reason !== null) return reason
      const matcher = program!.matcher(text)
      const ranges: MatchRange[] = []
      while (ranges.length < maxRanges && matcher.find()) {
        const [from, to] = [matcher.start(0), matcher.end(0)]
        if (to > from) ranges.push({ from, to })
      }
      return ranges
    },
    javascript: () => ({
      source: writeRegex(tree.body, 'javascript'),
      flags: tree.ignoreCase ? 'giu' : 'gu',
    }),
  }
}

function compile(source: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    throw new PatternError(`cannot be compiled: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}
