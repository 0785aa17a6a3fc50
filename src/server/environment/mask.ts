import { ExactNumber } from '../../engine/json/exact-number.ts'
import { isFields } from '../../engine/json/fields.ts'

/** Shorter values are not masked, because a text may contain them by chance. */
const minMaskedLength = 8
/** The shortest masked value of a header: refusals of servers may quote header values. */
export const minLengthInHeaders = 4
const mask = '***'

export type Mask = <T>(value: T) => T

/**
 * Masks secrets in the output of code and in responses: plain, in JSON text, and in common encodings. It
 * prevents accidental disclosure only; code can always encode a secret differently, so restrict variables to
 * trusted code and hosts.
 */
export function maskOf(secrets: readonly string[], shortest = minMaskedLength): Mask {
  const masked = textMaskOf(secrets, shortest)
  if (masked === unchanged) return unchanged
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return masked(value)
    if (typeof value === 'number') return masked(String(value)) === String(value) ? value : mask
    if (Array.isArray(value)) return value.map(walk)
    if (value instanceof ExactNumber) return masked(value.text) === value.text ? value : mask
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [masked(key), walk(item)]))
  }
  return walk as Mask
}

/** Masks a text that may be JSON. If a number was masked, the text is still valid JSON. */
export function maskBody(secrets: readonly string[], text: string): string {
  const masked = textMaskOf(secrets)(text)
  if (masked === text || !isJson(text) || isJson(masked)) return masked
  // Inside strings the mask is literal text. Outside it replaces a number or a part of one.
  const quoted = masked.replace(/"(?:[^"\\]|\\.)*"|[-+.\dEe]*\*\*\*[-+.\dEe*]*/g, (token) =>
    token.startsWith('"') ? token : JSON.stringify(mask),
  )
  return isJson(quoted) ? quoted : JSON.stringify(mask)
}

const unchanged = <T>(value: T): T => value

function textMaskOf(secrets: readonly string[], shortest = minMaskedLength): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortest)
  if (long.length === 0) return unchanged
  return maskerOf([...new Set(long.flatMap(formsOf))])
}

/** Minimum length of an encoded secret. */
const startLength = 4
const hashes = 1 << 16

const hashAt = (text: string, offset: number): number =>
  (text.charCodeAt(offset) ^
    (text.charCodeAt(offset + 1) << 4) ^
    (text.charCodeAt(offset + 2) << 8) ^
    (text.charCodeAt(offset + 3) << 12)) &
  (hashes - 1)

/** Masks all encoded forms in one pass over the text; overlapping forms get one mask. */
function maskerOf(forms: readonly string[]): (text: string) => string {
  const starts = new Uint8Array(hashes)
  for (const form of forms) starts[hashAt(form, 0)] = 1
  const byStart = Map.groupBy(
    forms.toSorted((a, b) => b.length - a.length),
    (form) => form.slice(0, startLength),
  )
  return (text) => {
    let masked = ''
    let end = 0
    for (let index = 0; index <= text.length - startLength; index++) {
      if (starts[hashAt(text, index)] === 0) continue
      const secret = byStart
        .get(text.slice(index, index + startLength))
        ?.find((form) => text.startsWith(form, index))
      if (secret === undefined) continue
      if (index >= end) masked += text.slice(end, index) + mask
      end = Math.max(end, index + secret.length)
    }
    return masked + text.slice(end)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The forms that a secret may have in a text: plain, percent-encoded, base64 and hexadecimal, each as JavaScript and
 * Python write it in JSON.
 */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const percent = encodeURIComponent(secret)
  // Form encoding and Python's `quote` also escape some of these: !'()*~
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const encoded = [percent, form, form.replaceAll('+', '%20'), form.replaceAll('%7E', '~')]
  const hex = bytes.toString('hex')
  const plain = [
    secret,
    ...new Set(encoded.flatMap((text) => [text, lowerPercent(text), text.replaceAll('%20', '+')])),
    ...new Set([bytes.toString('base64'), ...base64Within(bytes)]),
    hex,
    hex.toUpperCase(),
  ]
  const forms = plain.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  return [...forms, ...new Set([secret, percent, ...base64Within(bytes)].flatMap(inJson))].filter(
    (form) => form === secret || form.length >= minMaskedLength,
  )
}

const lowerPercent = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())

/**
 * The secret inside the base64 of a longer text such as `user:secret`. For each of the three offsets, these are the
 * characters that depend only on the secret.
 */
const base64Within = (bytes: Buffer): string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const end = Math.floor(((offset + bytes.length) * 8) / 6)
    return text.slice(Math.ceil((offset * 8) / 6), end)
  })

function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // The text as a JSON string, in ASCII, inside another JSON string, and with escaped slashes, as PHP writes it.
  return [json, ascii, JSON.stringify(json).slice(1, -1), json.replaceAll('/', '\\/')]
}
