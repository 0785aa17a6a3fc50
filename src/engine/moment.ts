/** Milliseconds since 1970 at the end of year 9999, the latest accepted time. */
const latest = 253_402_300_799_999
/** Numbers below this are seconds (until the year 5138), others are milliseconds (from March 1973 on). */
const smallestMilliseconds = 100_000_000_000
const isoDateTime =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?([+-]\d{2}(?!:?\d))?)?\s?(Z|z|[+-]\d{2}:?\d{2})?$/

/**
 * Parses a point in time: ISO 8601 text (UTC without a zone), epoch seconds, or epoch milliseconds. Returns
 * milliseconds since 1970, possibly with a fraction; undefined for any other value.
 */
export function readMoment(value: unknown): number | undefined {
  const milliseconds = typeof value === 'number' ? fromNumber(value) : fromText(value)
  return milliseconds !== undefined && milliseconds >= 0 && milliseconds <= latest ? milliseconds : undefined
}

function fromNumber(value: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  return value < smallestMilliseconds ? value * 1000 : value
}

function fromText(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const match = isoDateTime.exec(value)
  if (!match || !isDayOfMonth(value)) return undefined
  const text = value.replace(' ', 'T').replace(' ', '')
  const hasTime = value.length > 10
  const [, wholeHours, zone] = match
  const ending = wholeHours ? ':00' : zone || !hasTime ? '' : 'Z'
  const milliseconds = Date.parse(text.toUpperCase() + ending)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** `Date.parse` reads February 30 as March 2. */
function isDayOfMonth(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return (
    day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
  )
}
