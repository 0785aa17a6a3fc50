import { parseExact } from '../../../engine/json/parse-exact.ts'

/** Parses numbers, booleans and JSON; anything else stays text. */
export function jsonOrText(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
