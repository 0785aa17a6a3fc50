const maxCached = 100
const texts = new Map<number, string>()

/** A stored time as the API writes it. Cached, because a page has few distinct times and formatting one takes a microsecond. */
export function isoTime(milliseconds: number): string {
  const cached = texts.get(milliseconds)
  if (cached !== undefined) return cached
  const text = new Date(milliseconds).toISOString()
  if (texts.size >= maxCached) texts.clear()
  texts.set(milliseconds, text)
  return text
}

/** The times of a row that people change. */
export const timesOf = ({ created_at, updated_at }: Record<'created_at' | 'updated_at', number>) => ({
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})
