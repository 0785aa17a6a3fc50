/** Characters up to which a text is parsed as JSON. */
const mostParsed = 200_000

/** Whether a text is a JSON object or list. */
export function isJson(text: string): boolean {
  if (text.length > mostParsed || !/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
