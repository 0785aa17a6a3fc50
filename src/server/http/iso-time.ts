const most = 100
const texts = new Map<number, string>()

/** A time of a row as the wire has it. Those of a page are few, and each takes a microsecond to write. */
export function isoTime(milliseconds: number): string {
  const known = texts.get(milliseconds)
  if (known !== undefined) return known
  const text = new Date(milliseconds).toISOString()
  if (texts.size >= most) texts.clear()
  texts.set(milliseconds, text)
  return text
}
