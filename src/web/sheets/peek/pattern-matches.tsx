import { useMemo } from 'react'
import { compileRegex } from '../../../engine/patterns/regex/index.ts'
import { MarkedText } from './marked-text.tsx'
import { mostPlaces, type Place } from './marks.ts'

/** Matches of a pattern, as far as they can be found outside the sandbox. */
export default function PatternMatches({ pattern, text }: { pattern: string; text: string }) {
  const places = useMemo(() => placesIn(text, pattern), [text, pattern])
  return <MarkedText text={text} places={places} />
}

function placesIn(text: string, pattern: string): readonly Place[] {
  try {
    const matches = compileRegex(pattern).places(text, mostPlaces)
    return typeof matches === 'string' ? [] : matches
  } catch {
    // The pattern is invalid, and the cells show its error.
    return []
  }
}
