/** Seconds since 1970 of a bucket's date. Dates without a zone are local. */
export function secondsOf(date: unknown): number {
  const text = String(date)
  return Date.parse(text.includes('T') ? text : `${text}T00:00:00`) / 1000
}
