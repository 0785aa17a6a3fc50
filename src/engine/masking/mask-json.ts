import type { Locations } from './locations.ts'
import { type MaskingRun, maskText, replacementOf } from './mask-text.ts'
import { isFormatName, type Mode, type Profile } from './profile.ts'
import type { TextRule } from './rules.ts'

/** JSON in texts in JSON: deeper levels are masked as texts. */
const deepestText = 4
/** Characters between two pauses. */
const stride = 32_768

/** A number that may be a card or an id. */
const longNumeral = /^\d{11,19}$/
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

export interface Masking {
  readonly texts: readonly TextRule[]
  readonly run: MaskingRun
}

interface Frame {
  readonly isList: boolean
  readonly profile: Mode | Profile
  readonly locations: Locations | undefined
  /** Members that stay; commas stand between them only. */
  membersLeft: number
  index: number
  /** Offset of the comma before the current member. */
  comma: number
  /** Keys after masking, so that two members do not get one key. */
  keys: Set<string> | null
}

/**
 * Masks the texts and keys of a JSON text, and long numbers that are a card or an id. Changes no other byte. Null if the text is not JSON. Pauses at each `yield`.
 */
export function* maskJson(
  text: string,
  masking: Masking,
  profile: Profile,
  locations?: Locations,
  depth = 0,
): Generator<void, string | null> {
  const detectors = masking.texts.filter(({ isOwn }) => !isOwn)
  const pieces: string[] = []
  let copied = 0
  let at = 0
  let paused = 0
  const replace = (from: number, to: number, by: string) => {
    pieces.push(text.slice(copied, from), by)
    copied = to
  }
  const frames: Frame[] = []
  /** Mode, location and name of the value that comes next. */
  let mode: Mode | Profile = profile
  let location = locations
  let name = ''
  let memberStart = 0

  for (;;) {
    if (at - paused > stride) {
      yield
      paused = at
    }
    at = skipSpace(text, at)
    const sign = text.charCodeAt(at)
    const top = frames.at(-1)
    const start = at
    let isOpen = false

    if (location?.rule) {
      const { rule } = location
      const end = valueEnd(text, at)
      const value = text.slice(at, end)
      const replacement = replacementOf(rule, value, masking.run)
      masking.run.found(rule.index, text, { from: at, to: end }, replacement)
      if (rule.action !== 'drop') replace(start, end, JSON.stringify(replacement))
      else if (!top) replace(start, end, 'null')
      else {
        replace(top.membersLeft > 0 ? top.comma : memberStart, end, '')
        top.membersLeft--
      }
      at = end
    } else if (sign === 0x22) {
      const end = textEnd(text, at)
      if (end < 0) return null
      if (mode !== 'skip') {
        const raw = text.slice(at, end)
        const value = decode(raw)
        if (value === null) return null
        const rules = mode === 'names' || isFormatName(name, value) ? detectors : masking.texts
        const masked = yield* maskValue(value, { ...masking, texts: rules }, depth)
        if (masked !== value) replace(start, end, JSON.stringify(masked))
      }
      at = end
    } else if (sign === 0x7b || sign === 0x5b) {
      frames.push({
        isList: sign === 0x5b,
        profile: mode,
        locations: location,
        membersLeft: 0,
        index: -1,
        comma: -1,
        keys: null,
      })
      at++
      isOpen = true
    } else {
      literal.lastIndex = at
      const match = literal.exec(text)
      if (!match) return null
      at += match[0].length
      if (mode === 'all' && longNumeral.test(match[0])) {
        const masked = yield* maskText(match[0], detectors, masking.run)
        if (masked !== match[0]) replace(start, at, JSON.stringify(masked))
      }
    }

    // Ends of containers, then the next member.
    for (;;) {
      const frame = frames.at(-1)
      at = skipSpace(text, at)
      if (!frame) {
        if (at !== text.length) return null
        if (pieces.length === 0) return text
        pieces.push(text.slice(copied))
        return pieces.join('')
      }
      const code = text.charCodeAt(at)
      if (code === (frame.isList ? 0x5d : 0x7d)) {
        if (!isOpen) frame.membersLeft++
        frames.pop()
        at++
        isOpen = false
        continue
      }
      if (!isOpen) {
        if (code !== 0x2c) return null
        frame.membersLeft++
        frame.comma = at
        if (frame.membersLeft === 0) replace(at, at + 1, '')
        at = skipSpace(text, at + 1)
      }
      frame.index++
      memberStart = at
      if (frame.isList) {
        name = ''
        mode = memberMode(frame.profile, '*')
        location = frame.locations?.children.get(String(frame.index))
        break
      }
      const end = text.charCodeAt(at) === 0x22 ? textEnd(text, at) : -1
      const key = end < 0 ? null : decode(text.slice(at, end))
      if (key === null) return null
      name = key
      mode = memberMode(frame.profile, key)
      location = frame.locations?.children.get(key)
      if (mode !== 'skip' && key.length >= 4 && location?.rule?.action !== 'drop') {
        const masked = yield* maskText(key, detectors, masking.run)
        if (masked !== key) replace(at, end, JSON.stringify(distinct(frame, masked)))
      }
      at = skipSpace(text, end)
      if (text.charCodeAt(at) !== 0x3a) return null
      at++
      break
    }
  }
}

/** JSON in a text stays JSON: its own texts are masked. */
function* maskValue(value: string, masking: Masking, depth: number): Generator<void, string> {
  if (depth < deepestText && /^\s*[{[]/.test(value)) {
    const masked = yield* maskJson(value, masking, {}, undefined, depth + 1)
    if (masked !== null) return masked
  }
  return yield* maskText(value, masking.texts, masking.run)
}

const memberMode = (profile: Mode | Profile, member: string): Mode | Profile =>
  typeof profile === 'string' ? profile : Object.hasOwn(profile, member) ? profile[member]! : 'all'

function distinct(frame: Frame, masked: string): string {
  frame.keys ??= new Set()
  let key = masked
  for (let count = 2; frame.keys.has(key); count++) key = `${masked} ${count}`
  frame.keys.add(key)
  return key
}

function skipSpace(text: string, at: number): number {
  let index = at
  for (;;) {
    const code = text.charCodeAt(index)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index
    index++
  }
}

/** Offset after the closing quote; -1 without one. */
function textEnd(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return -1
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c && quote - 1 - slashes > start) slashes++
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function decode(raw: string): string | null {
  if (!raw.includes('\\')) return raw.slice(1, -1)
  try {
    return JSON.parse(raw) as string
  } catch {
    return null
  }
}

/** Offset after a value of valid JSON. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = textEnd(text, at)
    else {
      if (code === 0x7b || code === 0x5b) depth++
      if (code === 0x7d || code === 0x5d) depth--
      at++
      if (depth === 0 && code !== 0x7d && code !== 0x5d) {
        while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++
        return at
      }
      if (depth > 0) at = skipSpace(text, at)
    }
  } while (depth > 0)
  return at
}
