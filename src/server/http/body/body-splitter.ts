const quote = 0x22
const backslash = 0x5c
/** Deeper levels are not tracked; the parser refuses such bodies later. */
const maxDepth = 100
/** Longer field names cannot be the name of the field. */
const maxKeyLength = 256

interface Level {
  readonly isObject: boolean
  key: string | null
  expectsKey: boolean
}

type Mode = 'between' | 'text' | 'escape in text' | 'field' | 'escape in field'

/**
 * Splits a JSON body, chunk by chunk, into the text of one field and the rest. The rest stays JSON, with a
 * placeholder as the field's text, so the parser finds all other errors.
 */
export class BodySplitter {
  readonly #path: readonly string[]
  readonly #word: string
  readonly #levels: Level[] = []
  #depth = 0
  #mode: Mode = 'between'
  #token: number[] | null = null
  #escape = ''
  /** How often the field occurred. */
  occurrences = 0

  /** `placeholder` must need no escaping in JSON. */
  constructor(path: readonly string[], placeholder: string) {
    this.#path = path
    this.#word = placeholder
  }

  /** Splits a chunk into its part of the field, unescaped, and the rest. */
  push(bytes: Buffer): { field: Buffer[]; rest: Buffer[] } {
    const field: Buffer[] = []
    const rest: Buffer[] = []
    let from = 0
    let offset = 0
    // The offset is kept between steps, so that a text with many escapes is not searched to its end again and again.
    let nextQuote = -1
    while (offset < bytes.length) {
      if (this.#mode === 'field') {
        if (nextQuote < offset) nextQuote = indexOrEnd(quote, bytes, offset)
        const run = bytes.subarray(offset, nextQuote).indexOf(backslash)
        const end = run < 0 ? nextQuote : offset + run
        if (end > offset) field.push(bytes.subarray(offset, end))
        offset = end
        if (offset === bytes.length) break
        if (bytes[offset] === backslash) {
          this.#mode = 'escape in field'
          this.#escape = ''
          offset++
          continue
        }
        this.#mode = 'between'
        from = offset
        offset++
      } else if (this.#mode === 'escape in field') {
        this.#escape += String.fromCharCode(bytes[offset++]!)
        const character = unescaped(this.#escape)
        if (character === null) continue
        field.push(Buffer.from(character))
        this.#mode = 'field'
      } else {
        const opens = this.#step(bytes[offset]!)
        offset++
        if (!opens) continue
        rest.push(bytes.subarray(from, offset), Buffer.from(this.#word))
        this.#mode = 'field'
      }
    }
    if (this.#mode !== 'field' && this.#mode !== 'escape in field') rest.push(bytes.subarray(from, offset))
    return { field, rest }
  }

  /** Processes a byte; true if it is the quote that opens the field. */
  #step(byte: number): boolean {
    if (this.#mode === 'escape in text') {
      this.#take(byte)
      this.#mode = 'text'
      return false
    }
    if (this.#mode === 'text') {
      if (byte === backslash) this.#mode = 'escape in text'
      if (byte === quote) this.#endText()
      else this.#take(byte)
      return false
    }
    return this.#between(byte)
  }

  #between(byte: number): boolean {
    const level = this.#levels[this.#depth - 1]
    switch (byte) {
      case quote:
        if (this.#isField()) {
          this.occurrences++
          return true
        }
        this.#mode = 'text'
        this.#token = this.#depth <= this.#path.length && level?.expectsKey ? [] : null
        return false
      case 0x7b:
        this.#open(true)
        return false
      case 0x5b:
        this.#open(false)
        return false
      case 0x7d:
      case 0x5d:
        this.#depth = Math.max(0, this.#depth - 1)
        return false
      case 0x3a:
        if (level && this.#depth <= maxDepth) level.expectsKey = false
        return false
      case 0x2c:
        if (level?.isObject && this.#depth <= maxDepth) level.expectsKey = true
        return false
      default:
        return false
    }
  }

  #open(isObject: boolean) {
    if (this.#depth < maxDepth) this.#levels[this.#depth] = { isObject, key: null, expectsKey: isObject }
    this.#depth++
  }

  #isField(): boolean {
    return (
      this.#depth === this.#path.length &&
      this.#path.every((key, depth) => {
        const level = this.#levels[depth]!
        return level.isObject && !level.expectsKey && level.key === key
      })
    )
  }

  #take(byte: number) {
    if (this.#token && this.#token.length < maxKeyLength) this.#token.push(byte)
  }

  #endText() {
    this.#mode = 'between'
    if (!this.#token) return
    this.#levels[this.#depth - 1]!.key = keyOf(Buffer.from(this.#token).toString('utf8'))
    this.#token = null
  }
}

/** The index of the byte from `from` on, or the length. */
function indexOrEnd(byte: number, bytes: Buffer, from: number): number {
  const index = bytes.indexOf(byte, from)
  return index < 0 ? bytes.length : index
}

function keyOf(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}

const shortEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The unescaped text; null while the sequence is incomplete. */
function unescaped(sequence: string): string | null {
  if (sequence[0] !== 'u') return shortEscapes[sequence] ?? sequence
  return sequence.length < 5 ? null : String.fromCharCode(Number.parseInt(sequence.slice(1), 16) || 0)
}
