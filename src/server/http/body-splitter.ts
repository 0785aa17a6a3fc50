const quote = 0x22
const backslash = 0x5c
/** Deeper bodies are refused when they are parsed; until then nobody needs to know where they are. */
const deepest = 100
/** Longer keys are none of ours. */
const longestKey = 256

interface Level {
  readonly isObject: boolean
  key: string | null
  expectsKey: boolean
}

type Mode = 'between' | 'text' | 'escape in text' | 'field' | 'escape in field'

/**
 * Parts a JSON body, as its bytes come, into the text of one field and everything else. What is left is JSON again,
 * with a word in the place of the field's text, so whatever is wrong with the body is found by whoever parses it.
 */
export class BodySplitter {
  readonly #path: readonly string[]
  readonly #word: string
  readonly #levels: Level[] = []
  #depth = 0
  #mode: Mode = 'between'
  #token: number[] | null = null
  #escape = ''
  /** How often the field was found. */
  occurrences = 0

  /** `word` needs no escaping in JSON. */
  constructor(path: readonly string[], word: string) {
    this.#path = path
    this.#word = word
  }

  /** What a piece of the body holds of the field (unescaped), and of the rest. */
  push(bytes: Buffer): { field: Buffer[]; rest: Buffer[] } {
    const field: Buffer[] = []
    const rest: Buffer[] = []
    let from = 0
    let at = 0
    // Looked for once: a text of escapes alone must not be searched to its end for each of them.
    let nextQuote = -1
    while (at < bytes.length) {
      if (this.#mode === 'field') {
        if (nextQuote < at) nextQuote = placeOf(quote, bytes, at)
        const run = bytes.subarray(at, nextQuote).indexOf(backslash)
        const end = run < 0 ? nextQuote : at + run
        if (end > at) field.push(bytes.subarray(at, end))
        at = end
        if (at === bytes.length) break
        if (bytes[at] === backslash) {
          this.#mode = 'escape in field'
          this.#escape = ''
          at++
          continue
        }
        this.#mode = 'between'
        from = at
        at++
      } else if (this.#mode === 'escape in field') {
        this.#escape += String.fromCharCode(bytes[at++]!)
        const character = unescaped(this.#escape)
        if (character === null) continue
        field.push(Buffer.from(character))
        this.#mode = 'field'
      } else {
        const opens = this.#step(bytes[at]!)
        at++
        if (!opens) continue
        rest.push(bytes.subarray(from, at), Buffer.from(this.#word))
        this.#mode = 'field'
      }
    }
    if (this.#mode !== 'field' && this.#mode !== 'escape in field') rest.push(bytes.subarray(from, at))
    return { field, rest }
  }

  /** Whether the byte is the quote that opens the field. */
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
        if (level && this.#depth <= deepest) level.expectsKey = false
        return false
      case 0x2c:
        if (level?.isObject && this.#depth <= deepest) level.expectsKey = true
        return false
      default:
        return false
    }
  }

  #open(isObject: boolean) {
    if (this.#depth < deepest) this.#levels[this.#depth] = { isObject, key: null, expectsKey: isObject }
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
    if (this.#token && this.#token.length < longestKey) this.#token.push(byte)
  }

  #endText() {
    this.#mode = 'between'
    if (!this.#token) return
    this.#levels[this.#depth - 1]!.key = keyOf(Buffer.from(this.#token).toString('utf8'))
    this.#token = null
  }
}

/** Where the byte is, or the end. */
function placeOf(byte: number, bytes: Buffer, from: number): number {
  const found = bytes.indexOf(byte, from)
  return found < 0 ? bytes.length : found
}

function keyOf(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}

const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Null while more of it is to come. */
function unescaped(sequence: string): string | null {
  if (sequence[0] !== 'u') return short[sequence] ?? sequence
  return sequence.length < 5 ? null : String.fromCharCode(Number.parseInt(sequence.slice(1), 16) || 0)
}
