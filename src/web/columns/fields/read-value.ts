import { parseExact } from '../../../engine/json/exact-number.ts'

/** Numbers, truths and JSON as what they are, anything else as text. */
export function readValue(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
