/** Patterns in RE2's own syntax, searched from left to right with a bounded cost of each step. */

import { RE2JS } from 're2js'
import { PatternError } from '../pattern-error.ts'
import type { MatchRange } from '../regex/index.ts'

const MAX_PATTERN = 1_000
/** Most instructions of a pattern; a repetition such as `a{1000}` counts each of its copies. */
const MAX_SIZE = 1_000

export interface Re2Pattern {
  /** Number of instructions. One search costs this number times the characters of the text. */
  readonly size: number
  /** The matches that are not empty. One step of the iterator is one search. */
  matches(text: string): Iterable<MatchRange>
}

/** Throws PatternError, also for a pattern that matches the empty text. */
export function compileRe2(pattern: string): Re2Pattern {
  if (pattern.length > MAX_PATTERN) throw new PatternError(`is longer than ${MAX_PATTERN} characters`)
  const program = compiled(pattern)
  const size = program.programSize()
  if (size > MAX_SIZE) throw new PatternError('repeats more than allowed')
  if (program.matcher('').find()) throw new PatternError('matches the empty text')
  return {
    size,
    *matches(text) {
      const matcher = program.matcher(text)
      while (matcher.find()) {
        const [from, to] = [matcher.start(0), matcher.end(0)]
        if (to > from) yield { from, to }
      }
    },
  }
}

function compiled(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    throw new PatternError(
      `is not a pattern of RE2: ${error instanceof Error ? error.message : 'unknown reason'}`,
    )
  }
}
