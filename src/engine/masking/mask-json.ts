import type { Locations } from './locations.ts'
import { type MaskingRun, maskText, replacementOf } from './mask-text.ts'
import { isFormatName, type Mode, type Profile } from './profile.ts'
import type { TextRule } from './rules.ts'

/** Most levels of JSON in a text in JSON; deeper JSON is masked as a text. */
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
  /** Members before the current one that were not dropped; a comma stands between two of them only. */
  membersLeft: number
  index: number
  /** Offset of the comma before the current member. */
  comma: number
  /** Keys after masking, so that two members do not get one key. */
  keys: Set<string> | null
}

/**
 * Masks the texts and keys of a JSON text, and long numbers that are a card or an id. Changes no other byte. Null if
 * the text is not JSON. Pauses at each `yield`.
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
  let offset = 0
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
    if (offset - paused > stride) {
      yield
      paused = offset
    }
    offset = skipSpace(text, offset)
    const sign = text.charCodeAt(offset)
    const top = frames.at(-1)
    const start = offset
    let isOpen = false

    if (location?.rule) {
      const { rule } = location
      const end = valueEnd(text, offset)
      const value = text.slice(offset, end)
      const replacement = replacementOf(rule, value, masking.run)
      masking.run.onMatch(rule.index, text, { from: offset, to: end }, replacement)
      if (rule.action !== 'drop') replace(start, end, JSON.stringify(replacement))
      else if (!top) replace(start, end, 'null')
      else {
        replace(top.membersLeft > 0 ? top.comma : memberStart, end, '')
        top.membersLeft--
      }
      offset = end
    } else if (sign === 0x22) {
      const end = textEnd(text, offset)
      if (end < 0) return null
      if (mode !== 'skip') {
        const raw = text.slice(offset, end)
        const value = decode(raw)
        if (value === null) return null
        const rules = mode === 'names' || isFormatName(name, value) ? detectors : masking.texts
        const masked = yield* maskValue(value, { ...masking, texts: rules }, depth)
        if (masked !== value) replace(start, end, JSON.stringify(masked))
      }
      offset = end
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
      offset++
      isOpen = true
    } else {
      literal.lastIndex = offset
      const match = literal.exec(text)
      if (!match) return null
      offset += match[0].length
      if (mode === 'all' && longNumeral.test(match[0])) {
        const masked = yield* maskText(match[0], detectors, masking.run)
        if (masked !== match[0]) replace(start, offset, JSON.stringify(masked))
      }
    }

    // Closes the containers that end here, then reads the start of the next member.
    for (;;) {
      const frame = frames.at(-1)
      offset = skipSpace(text, offset)
      if (!frame) {
        if (offset !== text.length) return null
        if (pieces.length === 0) return text
        pieces.push(text.slice(copied))
        return pieces.join('')
      }
      const code = text.charCodeAt(offset)
      if (code === (frame.isList ? 0x5d : 0x7d)) {
        if (!isOpen) frame.membersLeft++
        frames.pop()
        offset++
        isOpen = false
        continue
      }
      if (!isOpen) {
        if (code !== 0x2c) return null
        frame.membersLeft++
        frame.comma = offset
        if (frame.membersLeft === 0) replace(offset, offset + 1, '')
        offset = skipSpace(text, offset + 1)
      }
      frame.index++
      memberStart = offset
      if (frame.isList) {
        name = ''
        mode = memberMode(frame.profile, '*')
        location = frame.locations?.children.get(String(frame.index))
        break
      }
      const end = text.charCodeAt(offset) === 0x22 ? textEnd(text, offset) : -1
      const key = end < 0 ? null : decode(text.slice(offset, end))
      if (key === null) return null
      name = key
      mode = memberMode(frame.profile, key)
      location = frame.locations?.children.get(key)
      if (mode !== 'skip' && key.length >= 4 && location?.rule?.action !== 'drop') {
        const masked = yield* maskText(key, detectors, masking.run)
        if (masked !== key) replace(offset, end, JSON.stringify(distinct(frame, masked)))
      }
      offset = skipSpace(text, end)
      if (text.charCodeAt(offset) !== 0x3a) return null
      offset++
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

function skipSpace(text: string, offset: number): number {
  let index = offset
  for (;;) {
    const code = text.charCodeAt(index)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index
    index++
  }
}

/** Offset after the closing quote; -1 without one. */
function textEnd(text: string, start: number): number {
  let offset = start + 1
  for (;;) {
    const quote = text.indexOf('"', offset)
    if (quote < 0) return -1
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c && quote - 1 - slashes > start) slashes++
    if (slashes % 2 === 0) return quote + 1
    offset = quote + 1
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
  let offset = start
  do {
    const code = text.charCodeAt(offset)
    if (code === 0x22) offset = textEnd(text, offset)
    else {
      if (code === 0x7b || code === 0x5b) depth++
      if (code === 0x7d || code === 0x5d) depth--
      offset++
      if (depth === 0 && code !== 0x7d && code !== 0x5d) {
        while (offset < text.length && !/[\s,\]}]/.test(text.charAt(offset))) offset++
        return offset
      }
      if (depth > 0) offset = skipSpace(text, offset)
    }
  } while (depth > 0)
  return offset
}
