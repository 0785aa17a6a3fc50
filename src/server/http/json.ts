import { isUtf8 } from 'node:buffer'
import { Refusal } from '../../engine/refusal.ts'
import { givesBack } from './gives-back.ts'

/** Deeper values end in a stack overflow when they are written out again; nobody sends them in earnest. */
const deepest = 100
/** Only texts with such digits can hold a number that a double would change, and only these the one key that is lost. */
const suspect = /\d{16}|[eE]\+?\d{3}|__proto__|\\u00[567]/

/** What becomes of whole numbers that a double cannot hold; with 'decimals' fractions that it would round stay digits too. */
export type BigNumbers = 'refused' | 'digits' | 'decimals'

/** Parses a request body. What could not be given back as it came is refused, unless told otherwise. */
export function parseJson(bytes: Buffer, bigNumbers: BigNumbers = 'refused'): unknown {
  if (!isUtf8(bytes)) throw invalidJson('the body is not UTF-8 text')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidJson(`the body is not JSON: ${withoutExcerpt((error as Error).message)}`)
  }
  if (opensMoreThan(text, deepest) && isDeeper(value, deepest))
    throw invalidJson(`the body nests deeper than ${deepest} levels`)
  if (bigNumbers === 'refused' && suspect.test(text)) refuseWhatWouldChange(text)
  if (bigNumbers === 'digits' && longDigits.test(text)) return withDigits(text, isExact)
  if (bigNumbers === 'decimals' && manyDigits.test(text)) return withDigits(text, isNotRounded)
  return value
}

/** V8 quotes from the text around what is wrong, and the text may hold a secret. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*$/s, '')

/** Whether so many brackets open at all: counting them costs a tenth of walking the value. */
function opensMoreThan(text: string, count: number): boolean {
  let opened = 0
  for (const bracket of '[{')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > count) return true
  return false
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}

function refuseWhatWouldChange(text: string) {
  let wrong: { readonly holder: unknown; readonly key: string; readonly message: string } | undefined
  const whole = JSON.parse(text, function (this: unknown, key, value, context?: { source?: string }) {
    const message = whatWouldChange(key, value, context?.source)
    if (message !== null) wrong ??= { holder: this, key, message }
    return value
  } as (key: string, value: unknown) => unknown)
  if (!wrong) return
  const path = pathTo(wrong.holder, whole)
  throw invalidJson(wrong.message, path ? [...path, wrong.key] : [])
}

function whatWouldChange(key: string, value: unknown, source: string | undefined): string | null {
  if (key === '__proto__') return 'no key may be called __proto__'
  return typeof value === 'number' && source !== undefined && !comesBack(value, source)
    ? `the number ${source.slice(0, 40)} cannot be held exactly; send it as text`
    : null
}

/** The keys that lead from a value to one within it. */
function pathTo(wanted: unknown, value: unknown): string[] | null {
  if (value === wanted) return []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const rest = pathTo(wanted, inner)
    if (rest) return [key, ...rest]
  }
  return null
}

/** Where such a number may stand; a text that looks like it costs a second parse and nothing else. */
const longDigits = /[:[,]\s*-?(?:\d{16}|[\d.]+[eE]\+?\d{3})/

/** The same for what is not to be rounded either. */
const manyDigits = /[:[,]\s*-?(?:[\d.]{16}|[\d.]+[eE][+-]?\d{3})/

/** What a kept body says, as it was read when it came. */
export const keptJson = (text: string): unknown =>
  longDigits.test(text) ? withDigits(text, isExact) : JSON.parse(text)

function withDigits(text: string, isHeld: (value: number, source: string) => boolean): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    return typeof value === 'number' && source !== undefined && !isHeld(value, source) ? source : value
  }) as (key: string, value: unknown) => unknown)
}

function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false
  return !/^-?\d+$/.test(source) || Number.isSafeInteger(value)
}

/** Beyond the safe integers a double may be written as we write it ourselves, zeros and all: 1e20 has 21 digits. */
const comesBack = (value: number, source: string): boolean =>
  isExact(value, source) || String(value) === source

const isNotRounded = (value: number, source: string): boolean =>
  comesBack(value, source) && (/^-?\d+$/.test(source) || givesBack(value, source))

function invalidJson(message: string, path: readonly string[] = []): Refusal {
  return new Refusal('invalid', message, { loc: ['body', ...path], type: 'json_invalid' })
}
