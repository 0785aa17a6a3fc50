/** Characters up to which a text is parsed: a cell shows fewer. */
const mostParsed = 2_000
/** Fields of an object that a cell shows. */
const mostFields = 8

/** The fields of a text that is a flat JSON object; null for other texts. */
export function jsonFields(text: string): readonly (readonly [key: string, value: string])[] | null {
  if (!text.startsWith('{') || text.length > mostParsed) return null
  try {
    const entries = Object.entries(JSON.parse(text) as object)
    if (entries.length === 0 || entries.some(([, value]) => typeof value === 'object' && value !== null))
      return null
    return entries.slice(0, mostFields).map(([key, value]) => [key, String(value)])
  } catch {
    return null
  }
}
