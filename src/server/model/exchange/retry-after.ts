/** The milliseconds a provider asks to wait: `retry-after-ms`, or seconds or a date in `retry-after`. */
export function retryAfter(headers: Headers, now: number): number | null {
  const exact = count(headers.get('retry-after-ms'))
  if (exact !== null) return exact
  const given = headers.get('retry-after')
  const seconds = count(given)
  if (seconds !== null) return Math.ceil(seconds * 1000)
  const date = given === null ? Number.NaN : Date.parse(given)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const count = (text: string | null): number | null =>
  text !== null && /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : null
