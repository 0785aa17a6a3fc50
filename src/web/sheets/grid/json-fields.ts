/** Longer texts are not parsed. A cell shows fewer characters. */
const maxParsed = 2_000
/** Maximum number of fields in a cell. */
const maxFields = 8

/** The fields of a text that is a flat JSON object; null for other texts. */
export function jsonFields(text: string): readonly (readonly [key: string, value: string])[] | null {
  if (!text.startsWith('{') || text.length > maxParsed) return null
  try {
    const entries = Object.entries(JSON.parse(text) as object)
    if (entries.length === 0 || entries.some(([, value]) => typeof value === 'object' && value !== null))
      return null
    return entries.slice(0, maxFields).map(([key, value]) => [key, String(value)])
  } catch {
    return null
  }
}
