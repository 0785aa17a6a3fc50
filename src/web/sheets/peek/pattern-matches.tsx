import { useMemo } from 'react'
import { compileRegex } from '../../../engine/patterns/regex/index.ts'
import { MarkedText } from './marked-text.tsx'
import { type MatchRange, maxMatches } from './marks.ts'

/** Matches of a pattern, as far as they can be found outside the sandbox. */
export default function PatternMatches({ pattern, text }: { pattern: string; text: string }) {
  const matches = useMemo(() => rangesIn(text, pattern), [text, pattern])
  return <MarkedText text={text} matches={matches} />
}

function rangesIn(text: string, pattern: string): readonly MatchRange[] {
  try {
    const matches = compileRegex(pattern).matchRanges(text, maxMatches)
    return typeof matches === 'string' ? [] : matches
  } catch {
    // The pattern is invalid, and the cells show its error.
    return []
  }
}
