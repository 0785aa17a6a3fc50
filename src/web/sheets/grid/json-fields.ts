/** Characters up to which a text is parsed: a cell shows fewer. */
const mostParsed = 2_000
/** Fields of an object that a cell shows. */
const mostFields = 8

/** The fields of a text that is a JSON object, each in a few words; null for other texts. */
export function jsonFields(text: string): readonly (readonly [key: string, value: string])[] | null {
  if (!text.startsWith('{') || text.length > mostParsed) return null
  try {
    const entries = Object.entries(JSON.parse(text) as object)
    if (entries.length === 0) return null
    return entries
      .slice(0, mostFields)
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  } catch {
    return null
  }
}
