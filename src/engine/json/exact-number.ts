import { type Decimal, decimalOf, orderOfDecimals } from './decimal.ts'

/** ECMAScript's raw JSON: a value that JSON.stringify prints as the text it was made of. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Longer numerals are refused: arithmetic on them would take too long. */
export const LONGEST_NUMERAL = 5_000

const jsonNumeral = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const wholeNumeral = /^-?\d+$/

/** A number of JSON as it stands in memory. */
export type JsonNumber = number | ExactNumber

/**
 * A number that no double gives back: a whole number beyond the safe integers, or a decimal that a double would
 * round. It has no fields, so that nothing takes it for an object of JSON; JSON.stringify prints its digits.
 */
export class ExactNumber {
  readonly #text: string

  /** `text` is a number as JSON writes it. */
  constructor(text: string) {
    this.#text = text
  }

  /** The digits as they were written. */
  get text(): string {
    return this.#text
  }

  /** The nearest double: for statistics, never for equality. */
  get nearest(): number {
    return Number(this.#text)
  }

  toJSON(): unknown {
    return rawJSON(this.#text)
  }

  toString(): string {
    return this.#text
  }
}

/** Thrown for numbers that are not read: above the range of a double, below 1e-5000, or of more than 5,000 characters. */
export class NumberOutOfRange extends Error {
  override readonly name = 'NumberOutOfRange'
}

/**
 * The number that a JSON numeral says. A whole number is a double where it is a safe integer, any other where the
 * double is written with the same value. Throws NumberOutOfRange.
 */
export function readNumeral(numeral: string): JsonNumber {
  if (numeral.length > LONGEST_NUMERAL) throw new NumberOutOfRange(numeral.slice(0, 40))
  const value = Number(numeral)
  if (!Number.isFinite(value)) throw new NumberOutOfRange(numeral.slice(0, 40))
  if (isHeld(value, numeral)) return value
  if (decimalOf(numeral).power < -LONGEST_NUMERAL) throw new NumberOutOfRange(numeral.slice(0, 40))
  return new ExactNumber(numeral)
}

function isHeld(value: number, numeral: string): boolean {
  if (wholeNumeral.test(numeral)) return Number.isSafeInteger(value)
  if (String(value) === numeral) return true
  return orderOfDecimals(decimalOf(String(value)), decimalOf(numeral)) === 0
}

export const isJsonNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof ExactNumber

/** As a double: for statistics and as a first guess, never for equality. */
export const nearest = (value: JsonNumber): number => (typeof value === 'number' ? value : value.nearest)

/** Whether it has no fraction: 5.0 and 1e3 have none. */
export function isWhole(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, power } = decimalOf(value.text)
  return digits.length <= power
}

/** Below 0 when the left number is less, 0 when both are equal however they are written. */
export function orderOfNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 0 : left < right ? -1 : 1
  return orderOfDecimals(decimalOfNumber(left), decimalOfNumber(right))
}

/** One text for all spellings of a number: that of the double where one holds it. */
export function numberKey(value: JsonNumber): string {
  if (typeof value === 'number') return JSON.stringify(value)
  const { nearest } = value
  if (orderOfNumbers(nearest, value) === 0) return JSON.stringify(nearest)
  const { sign, digits, power } = decimalOf(value.text)
  return `${sign < 0 ? '-' : ''}0.${digits}e${power}`
}

export const decimalOfNumber = (value: JsonNumber): Decimal => decimalOf(String(value))

/**
 * JSON text as JSON.parse reads it, but with numbers that a double would change as ExactNumber. Throws SyntaxError
 * and NumberOutOfRange. A scan over the text finds whether there are such numbers; without any it costs nothing else.
 */
export const parseExact = (text: string, most?: number): unknown => parseNumerals(text, readNumeral, most)

/** The same, with what `read` makes of each numeral that may be changed by a double. Throws TooManyNumerals beyond `most`. */
export function parseNumerals(text: string, read: (numeral: string) => unknown, most?: number): unknown {
  const places = placesOfLong(text, most)
  if (places.length === 0) return JSON.parse(text)
  const found = new Map<number, unknown>()
  let marked = ''
  let from = 0
  for (const { start, end } of places) {
    // No other number reaches 1e300: it would have three digits of exponent, or be as long, and be marked itself.
    const mark = `${found.size + 1}e300`
    const isNegative = text.charCodeAt(start - 1) === MINUS
    found.set(
      isNegative ? -Number(mark) : Number(mark),
      read(text.slice(isNegative ? start - 1 : start, end)),
    )
    marked += text.slice(from, start) + mark
    from = end
  }
  const root = [parseAs(text, marked + text.slice(from))]
  putBack(root, found)
  return root[0]
}

/** With the message of the original text, where it is not JSON. */
function parseAs(text: string, marked: string): unknown {
  try {
    return JSON.parse(marked)
  } catch {
    return JSON.parse(text)
  }
}

/** Without recursion: the text may nest as deep as it is long. */
function putBack(root: unknown[], found: ReadonlyMap<number, unknown>): void {
  const open: (unknown[] | Record<string, unknown>)[] = [root]
  const visit = (holder: unknown[] | Record<string, unknown>, key: string | number, value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>)
    else if (typeof value === 'number' && Math.abs(value) >= 1e300)
      Object.defineProperty(holder, key, {
        value: found.get(value),
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

/** The numerals of a JSON text that a double may change. Throws TooManyNumerals beyond `most`. */
export const longNumerals = (text: string, most?: number): string[] =>
  placesOfLong(text, most).map(({ start, end }) =>
    text.slice(text.charCodeAt(start - 1) === MINUS ? start - 1 : start, end),
  )

/** The text with every numeral that a double would change as a string behind a mark; null where there is none. */
export function markExact(text: string, mark: string): string | null {
  let marked = ''
  let from = 0
  for (const { start, end } of placesOfLong(text)) {
    const first = text.charCodeAt(start - 1) === MINUS ? start - 1 : start
    const numeral = text.slice(first, end)
    if (!(readNumeral(numeral) instanceof ExactNumber)) continue
    marked += `${text.slice(from, first)}"${mark}${numeral}"`
    from = end
  }
  return from === 0 ? null : marked + text.slice(from)
}

interface Place {
  readonly start: number
  readonly end: number
}

/** Fewer digits, with an exponent of two, come back from a double as they were. */
const FEWEST = 16

/** A JSON text has more numerals that a double may change than it may have. */
export class TooManyNumerals extends Error {}

/** Numerals outside of strings that a double may not give back, without their sign. Throws TooManyNumerals beyond `most`. */
function placesOfLong(text: string, most = Number.POSITIVE_INFINITY): Place[] {
  const places: Place[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (code >= ZERO && code <= NINE) {
      const end = endOfNumeral(text, at)
      if ((end - at >= FEWEST || hasLargeExponent(text, at, end)) && mayChange(text.slice(at, end))) {
        if (places.length === most) throw new TooManyNumerals()
        places.push({ start: at, end })
      }
      at = end - 1
    }
  }
  return places
}

/** Most decimals of programs are the shortest text of a double: those need no second look. */
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
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return end - at > 3
  return false
}
