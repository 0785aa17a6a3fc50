/** Longer texts are not parsed. */
const maxParsedLength = 200_000

/** Whether a text is a JSON object or list. */
export function isJson(text: string): boolean {
  if (text.length > maxParsedLength || !/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
