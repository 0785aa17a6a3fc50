/** The delay in `retry-after-ms`, or in `Retry-After` as seconds or a date. */
export function retryAfterOf(headers: Headers | null | undefined, now: number): number | null {
  const milliseconds = numberOf(headers?.get('retry-after-ms'))
  if (milliseconds !== null) return milliseconds
  const text = headers?.get('retry-after')
  const seconds = numberOf(text)
  if (seconds !== null) return seconds * 1_000
  // Date.parse would read a plain number as a year.
  const date = text && /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const numberOf = (text: string | null | undefined): number | null =>
  text && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : null
