import { ExactNumber, NumberOutOfRange, readNumeral } from './exact-number.ts'

/**
 * JSON.parse with ExactNumber for numbers that a double would change. Throws SyntaxError and NumberOutOfRange.
 * The only extra cost for a text without such numbers is one scan.
 */
export const parseExact = (text: string, maxNumerals?: number): unknown =>
  parseNumerals(text, readNumeral, maxNumerals)

/** JSON.parse that applies `read` to each numeral that a double may change. Throws TooManyNumerals above `maxNumerals`. */
export function parseNumerals(
  text: string,
  read: (numeral: string) => unknown,
  maxNumerals?: number,
): unknown {
  const ranges = longNumeralRanges(text, maxNumerals)
  if (ranges.length === 0) return JSON.parse(text)
  const numbers = new Map<number, unknown>()
  let marked = ''
  let from = 0
  for (const { start, end } of ranges) {
    // No number of the text equals a mark: numbers from 1e300 on have a long exponent or many digits, so they are replaced too.
    const mark = `${text.charCodeAt(start) === MINUS ? '-' : ''}${numbers.size + 1}e300`
    numbers.set(Number(mark), read(text.slice(start, end)))
    marked += text.slice(from, start) + mark
    from = end
  }
  const root = [parseAs(text, marked + text.slice(from))]
  restoreNumbers(root, numbers)
  return root[0]
}

/** Reports a syntax error with the position in the original text. */
function parseAs(text: string, marked: string): unknown {
  try {
    return JSON.parse(marked)
  } catch {
    return JSON.parse(text)
  }
}

/** Without recursion, because the text may nest as deeply as it is long. */
function restoreNumbers(root: unknown[], numbers: ReadonlyMap<number, unknown>): void {
  const open: (unknown[] | Record<string, unknown>)[] = [root]
  const visit = (holder: unknown[] | Record<string, unknown>, key: string | number, value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>)
    else if (typeof value === 'number' && Math.abs(value) >= 1e300)
      Object.defineProperty(holder, key, {
        value: numbers.get(value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) for (let index = 0; index < next.length; index++) visit(next, index, next[index])
    else for (const key of Object.keys(next)) visit(next, key, next[key])
  }
}

/** Numerals of a JSON text that a double may change. Throws TooManyNumerals above `maxNumerals`. */
export const longNumerals = (text: string, maxNumerals?: number): string[] =>
  longNumeralRanges(text, maxNumerals).map(({ start, end }) => text.slice(start, end))

/** The text with every numeral that a double would change as a marked string; null if there is none. */
export function markExact(text: string, mark: string): string | null {
  let marked = ''
  let from = 0
  for (const { start, end } of longNumeralRanges(text)) {
    const numeral = text.slice(start, end)
    if (!(readNumeral(numeral) instanceof ExactNumber)) continue
    marked += `${text.slice(from, start)}"${mark}${numeral}"`
    from = end
  }
  return from === 0 ? null : marked + text.slice(from)
}

interface NumeralRange {
  readonly start: number
  readonly end: number
}

/** A body with a longer numeral is refused at once: testing 30 MB of digits takes 0.3 s. */
const MAX_RECEIVED_LENGTH = 1_000_000

/** Doubles preserve numerals with fewer digits and a two-digit exponent. */
const MIN_CHARACTERS = 16

/** A JSON text has more numerals that a double may change than allowed. */
export class TooManyNumerals extends Error {}

/**
 * Numerals outside strings that a double may change. With `maxNumerals`, throws TooManyNumerals above it, and
 * NumberOutOfRange for a numeral longer than MAX_RECEIVED_LENGTH.
 */
function longNumeralRanges(text: string, maxNumerals?: number): NumeralRange[] {
  const ranges: NumeralRange[] = []
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
    } else if (code >= ZERO && code <= NINE) {
      const end = endOfNumeral(text, index)
      if (maxNumerals !== undefined && end - index > MAX_RECEIVED_LENGTH)
        throw new NumberOutOfRange(text.slice(index, index + 40))
      if (
        (end - index >= MIN_CHARACTERS || hasLargeExponent(text, index, end)) &&
        mayChange(text.slice(index, end))
      ) {
        if (ranges.length === maxNumerals) throw new TooManyNumerals()
        ranges.push({ start: text.charCodeAt(index - 1) === MINUS ? index - 1 : index, end })
      }
      index = end - 1
    }
  }
  return ranges
}

/** A JSON number without its sign. */
const jsonNumeral = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Most decimals written by programs are the shortest text of a double and need no further check. */
function mayChange(numeral: string): boolean {
  const isDecimal = numeral.includes('.') && !numeral.includes('e') && !numeral.includes('E')
  return !(isDecimal && String(Number(numeral)) === numeral) && jsonNumeral.test(numeral)
}

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x30, 0x39]

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function endOfNumeral(text: string, start: number): number {
  let end = start
  while (isOfNumeral(text.charCodeAt(end))) end++
  return end
}

/** Digits, point, sign and e. */
const isOfNumeral = (code: number): boolean =>
  (code >= ZERO && code <= NINE) || code === 0x2e || (code | 0x20) === 0x65 || code === 0x2b || code === MINUS

function hasLargeExponent(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++)
    if ((text.charCodeAt(index) | 0x20) === 0x65) return end - index > 3
  return false
}
