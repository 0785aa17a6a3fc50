import { useMemo } from 'react'
import { compileRegex } from '../../../engine/patterns/regex/index.ts'
import { MarkedText } from './marked-text.tsx'
import { mostPlaces, type Place } from './marks.ts'

/** Where a pattern matches, as far as it can be known without the sandbox. */
export default function PatternMatches({ pattern, text }: { pattern: string; text: string }) {
  const places = useMemo(() => placesIn(text, pattern), [text, pattern])
  return <MarkedText text={text} places={places} />
}

function placesIn(text: string, pattern: string): readonly Place[] {
  try {
    const found = compileRegex(pattern).places(text, mostPlaces)
    return typeof found === 'string' ? [] : found
  } catch {
    // The column cannot be computed with it either, and its cells say so.
    return []
  }
}
