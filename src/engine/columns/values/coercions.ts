import {
  ExactNumber,
  isJsonNumber,
  type JsonNumber,
  NumberOutOfRange,
  readNumeral,
} from '../../json/exact-number.ts'
import { isFields } from '../../json/fields.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { parseExact } from '../../json/parse-exact.ts'

/** JSON with deeper nesting is refused: V8 can parse it but not serialize it. */
const MAX_DEPTH = 200

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const MAX_NUMERAL_LENGTH = 400

/** Text unchanged, null as empty text, other values as compact JSON. */
export function toText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * A number, or numeric text, with all digits; undefined for other values. Booleans are excluded: Python would count
 * them, which hides a wrong mapping.
 */
export function toExactNumber(value: Json): JsonNumber | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value instanceof ExactNumber) return value
  if (typeof value === 'string') return numberOfText(value.trim())
  const inner = plain(value)
  return inner === value ? undefined : toExactNumber(inner)
}

/** The nearest double, for statistics. Compared and stored values stay exact. */
export function toNumber(value: Json): number | undefined {
  const number = toExactNumber(value)
  return number instanceof ExactNumber ? number.nearest : number
}

function numberOfText(text: string): JsonNumber | undefined {
  if (text.length > MAX_NUMERAL_LENGTH || !numeral.test(text)) return undefined
  try {
    return readNumeral(toJsonNumeral(text))
  } catch (error) {
    if (error instanceof NumberOutOfRange) return undefined
    throw error
  }
}

/** JSON allows no plus sign and no leading zeros, and needs digits on both sides of the point. */
function toJsonNumeral(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '')
}

/**
 * A value unchanged, text parsed as JSON with all digits of its numbers. Undefined if the text is not JSON, or has a
 * number beyond the range of a double.
 */
export function toJson(value: Json): Json | undefined {
  if (typeof value !== 'string') return value
  if (value.length > MAX_DEPTH && depthOf(value) > MAX_DEPTH) return undefined
  try {
    return parseExact(value) as Json
  } catch {
    return undefined
  }
}

/** An external answer parsed as JSON, or as text if it is not JSON. */
export function jsonOrText(answer: string): Json {
  const json = toJson(answer)
  return json === undefined ? answer : json
}

/** An upper bound of the bracket depth of a JSON text. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 34) {
      for (index++; index < text.length && text.charCodeAt(index) !== 34; index++)
        if (text.charCodeAt(index) === 92) index++
    } else if (code === 91 || code === 123) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (code === 93 || code === 125) depth--
  }
  return deepest
}

/** A boolean, or a word for passed or failed as one; undefined for other values. */
export function toBoolean(value: Json): boolean | undefined {
  const inner = plain(value)
  if (typeof inner === 'boolean') return inner
  if (typeof inner !== 'string' || inner.length > 20) return undefined
  const word = inner.trim().toLowerCase()
  if (word === 'true' || word === 'pass' || word === 'yes') return true
  return word === 'false' || word === 'fail' || word === 'no' ? false : undefined
}

/** The plain result inside the object of COMPARE and LLM_ASSERTION. */
export function plain(value: Json): Json {
  if (!isObject(value)) return value
  if (typeof value['comparison_result'] === 'boolean') return value['comparison_result']
  const inner = value['value']
  if (inner === undefined) return value
  const explained = Object.hasOwn(value, 'reasoning') || Object.hasOwn(value, 'explanation')
  const isOnlyField = Object.keys(value).length === 1
  return (explained || isOnlyField) &&
    (inner === null || typeof inner !== 'object' || inner instanceof ExactNumber)
    ? inner
    : value
}

/** The value for a score: a judge's own scale is converted to 0..1 under `score`. */
export function scoreOf(value: Json): Json {
  if (isObject(value) && isJsonNumber(value['score'])) return value['score']
  return plain(value)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return isFields(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Null and empty text: the content of cells without data. */
export function isEmpty(value: Json): boolean {
  return value === null || value === ''
}

/** Nothing that could be judged: null, and text of blanks alone, such as an answer of one line break. */
export const isBlank = (value: Json): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')
