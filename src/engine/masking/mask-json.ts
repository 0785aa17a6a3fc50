import type { Locations } from './locations.ts'
import { type MaskingRun, maskText, replacementOf } from './mask-text.ts'
import { isFormatName, type Mode, type Profile } from './profile.ts'
import type { TextRule } from './rules.ts'

/** Most levels of JSON in a text in JSON; deeper JSON is masked as a text. */
const maxTextDepth = 4
/** Characters between two pauses. */
const stride = 32_768

/** A number that may be a card or an id. */
const longNumeral = /^\d{11,19}$/
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

export interface Masking {
  readonly texts: readonly TextRule[]
  readonly run: MaskingRun
}

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A list or object that contains the current member. */
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

/** The value that is read next. */
interface Member {
  readonly profile: Mode | Profile
  readonly locations: Locations | undefined
  /** The key in an object; empty in a list. */
  readonly name: string
  /** Offset of the member, which begins with its key. */
  readonly start: number
}

/**
 * Masks the texts and keys of a JSON text, and long numbers that are a card or an id. Changes no other byte. Null if
 * the text is not JSON. Pauses at each `yield`.
 */
export const maskJson = (
  text: string,
  masking: Masking,
  profile: Profile,
  locations?: Locations,
  depth = 0,
): Generator<void, string | null> =>
  new JsonMasking(text, masking, depth, { profile, locations, name: '', start: 0 }).masked()

class JsonMasking {
  readonly #text: string
  readonly #masking: Masking
  /** Rules for keys and numbers. */
  readonly #detectors: readonly TextRule[]
  readonly #depth: number
  readonly #frames: Frame[] = []
  readonly #pieces: string[] = []
  /** Offset up to which the text is in the pieces. */
  #copied = 0
  #offset = 0
  #member: Member

  constructor(text: string, masking: Masking, depth: number, root: Member) {
    this.#text = text
    this.#masking = masking
    this.#detectors = masking.texts.filter(({ isOwn }) => !isOwn)
    this.#depth = depth
    this.#member = root
  }

  *masked(): Generator<void, string | null> {
    let paused = 0
    for (;;) {
      if (this.#offset - paused > stride) {
        yield
        paused = this.#offset
      }
      this.#skipSpace()
      const sign = this.#sign()
      const rule = this.#member.locations?.rule
      const isOpened = !rule && (sign === OPEN_OBJECT || sign === OPEN_LIST)
      if (rule) this.#replaceValue(rule)
      else if (isOpened) this.#open(sign === OPEN_LIST)
      else if (!(yield* sign === QUOTE ? this.#maskString() : this.#maskLiteral())) return null

      const isClosed = this.#closeContainers()
      const frame = this.#frames.at(-1)
      if (!frame) return this.#offset === this.#text.length ? this.#result() : null
      const isFirst = isOpened && !isClosed
      if (!isFirst && !this.#readComma(frame)) return null
      if (!(yield* this.#startMember(frame))) return null
    }
  }

  #result(): string {
    if (this.#pieces.length === 0) return this.#text
    return this.#pieces.join('') + this.#text.slice(this.#copied)
  }

  #sign(): number {
    return this.#text.charCodeAt(this.#offset)
  }

  #skipSpace(): void {
    this.#offset = skipSpace(this.#text, this.#offset)
  }

  #replace(from: number, to: number, by: string): void {
    this.#pieces.push(this.#text.slice(this.#copied, from), by)
    this.#copied = to
  }

  /** Replaces the whole value, as the rule of its location says. */
  #replaceValue(rule: NonNullable<Locations['rule']>): void {
    const from = this.#offset
    const to = valueEnd(this.#text, from)
    const { run } = this.#masking
    const replacement = replacementOf(rule, this.#text.slice(from, to), run)
    run.onMatch(rule.index, this.#text, { from, to }, replacement)
    const frame = this.#frames.at(-1)
    if (rule.action !== 'drop') this.#replace(from, to, JSON.stringify(replacement))
    else if (!frame) this.#replace(from, to, 'null')
    else {
      this.#replace(frame.membersLeft > 0 ? frame.comma : this.#member.start, to, '')
      frame.membersLeft--
    }
    this.#offset = to
  }

  /** Returns false if the text is not JSON, as the methods below do. */
  *#maskString(): Generator<void, boolean> {
    const { profile, name } = this.#member
    const from = this.#offset
    const to = textEnd(this.#text, from)
    if (to < 0) return false
    this.#offset = to
    if (profile === 'skip') return true
    const value = decode(this.#text.slice(from, to))
    if (value === null) return false
    const rules = profile === 'names' || isFormatName(name, value) ? this.#detectors : this.#masking.texts
    const masked = yield* maskValue(value, { ...this.#masking, texts: rules }, this.#depth)
    if (masked !== value) this.#replace(from, to, JSON.stringify(masked))
    return true
  }

  *#maskLiteral(): Generator<void, boolean> {
    const from = this.#offset
    literal.lastIndex = from
    const [value] = literal.exec(this.#text) ?? []
    if (value === undefined) return false
    this.#offset += value.length
    if (this.#member.profile !== 'all' || !longNumeral.test(value)) return true
    const masked = yield* maskText(value, this.#detectors, this.#masking.run)
    if (masked !== value) this.#replace(from, this.#offset, JSON.stringify(masked))
    return true
  }

  #open(isList: boolean): void {
    const { profile, locations } = this.#member
    this.#frames.push({ isList, profile, locations, membersLeft: 0, index: -1, comma: -1, keys: null })
    this.#offset++
  }

  /** Closes the lists and objects that end here. Returns whether there was one. */
  #closeContainers(): boolean {
    let isClosed = false
    for (;;) {
      this.#skipSpace()
      const frame = this.#frames.at(-1)
      if (!frame || this.#sign() !== (frame.isList ? CLOSE_LIST : CLOSE_OBJECT)) return isClosed
      this.#frames.pop()
      this.#offset++
      isClosed = true
    }
  }

  #readComma(frame: Frame): boolean {
    if (this.#sign() !== COMMA) return false
    frame.membersLeft++
    frame.comma = this.#offset
    if (frame.membersLeft === 0) this.#replace(this.#offset, this.#offset + 1, '')
    this.#offset++
    this.#skipSpace()
    return true
  }

  /** Reads and masks the key of the next member of an object. Items of lists have none. */
  *#startMember(frame: Frame): Generator<void, boolean> {
    frame.index++
    const start = this.#offset
    if (frame.isList) {
      const locations = frame.locations?.children.get(String(frame.index))
      this.#member = { profile: memberMode(frame.profile, '*'), locations, name: '', start }
      return true
    }
    const end = this.#sign() === QUOTE ? textEnd(this.#text, start) : -1
    const name = end < 0 ? null : decode(this.#text.slice(start, end))
    if (name === null) return false
    const profile = memberMode(frame.profile, name)
    const locations = frame.locations?.children.get(name)
    this.#member = { profile, locations, name, start }
    if (profile !== 'skip' && name.length >= 4 && locations?.rule?.action !== 'drop') {
      const masked = yield* maskText(name, this.#detectors, this.#masking.run)
      if (masked !== name) this.#replace(start, end, JSON.stringify(distinct(frame, masked)))
    }
    this.#offset = skipSpace(this.#text, end)
    if (this.#sign() !== COLON) return false
    this.#offset++
    return true
  }
}

/** JSON in a text stays JSON: its own texts are masked. */
function* maskValue(value: string, masking: Masking, depth: number): Generator<void, string> {
  if (depth < maxTextDepth && /^\s*[{[]/.test(value)) {
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
