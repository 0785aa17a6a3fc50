const maxCached = 100
const texts = new Map<number, string>()

/**
 * A stored time in wire format. Cached, because a page repeats few times and each takes a microsecond to
 * format.
 */
export function isoTime(milliseconds: number): string {
  const cached = texts.get(milliseconds)
  if (cached !== undefined) return cached
  const text = new Date(milliseconds).toISOString()
  if (texts.size >= maxCached) texts.clear()
  texts.set(milliseconds, text)
  return text
}
