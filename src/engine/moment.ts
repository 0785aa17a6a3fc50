/** Milliseconds since 1970 of the last instant of year 9999: later than any time a caller can mean. */
const latest = 253_402_300_799_999
/** Numbers below this are seconds (until the year 5138), the others milliseconds (from March 1973 on). */
const smallestMilliseconds = 100_000_000_000
const isoDateTime =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?([+-]\d{2}(?!:?\d))?)?\s?(Z|z|[+-]\d{2}:?\d{2})?$/

/**
 * Reads a point in time: ISO 8601 text (without a zone it is UTC), epoch seconds, or epoch milliseconds.
 * Gives milliseconds since 1970, with a fraction where the caller gave one; undefined when it is none of these.
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
  const rest = wholeHours ? ':00' : zone || !hasTime ? '' : 'Z'
  const milliseconds = Date.parse(text.toUpperCase() + rest)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isDayOfMonth(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return (
    day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
  )
}
