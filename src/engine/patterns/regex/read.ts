import { PatternError } from '../pattern-error.ts'
import { characterSets, isDigit, readCharacterEscape } from './escapes.ts'
import { type Flags, readGroupStart, readLeadingFlags } from './groups.ts'
import { readClass, readProperty } from './read-class.ts'
import type { RegexNode, RegexTree } from './tree.ts'

const MAX_DEPTH = 100

/** Parses a pattern in Python's dialect (module `re`). Throws PatternError. */
export function readRegex(pattern: string): RegexTree {
  const reader = new RegexReader(pattern)
  return reader.read()
}

class RegexReader {
  private readonly pattern: string
  private offset = 0
  private captures = 0
  private readonly names = new Set<string>()
  private depth = 0

  constructor(pattern: string) {
    this.pattern = pattern
  }

  read(): RegexTree {
    const { flags, end } = readLeadingFlags(this.pattern)
    this.offset = end
    const body = this.choice(flags)
    if (this.offset < this.pattern.length) throw new PatternError('has a ) without its (')
    return { body, ignoreCase: flags.ignoreCase, captures: this.captures }
  }

  private choice(flags: Flags): RegexNode {
    if (++this.depth > MAX_DEPTH) throw new PatternError(`nests deeper than ${MAX_DEPTH} groups`)
    const options = [this.sequence(flags)]
    while (this.pattern[this.offset] === '|') {
      this.offset++
      options.push(this.sequence(flags))
    }
    this.depth--
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  private sequence(flags: Flags): RegexNode {
    const parts: RegexNode[] = []
    for (;;) {
      this.skipVerbose(flags)
      const letter = this.pattern[this.offset]
      if (letter === undefined || letter === '|' || letter === ')') break
      const atom = this.atom(letter, flags)
      if (atom === null) continue
      parts.push(this.repeats(atom, flags))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  /** In `(?x)` mode, white space and comments outside classes are ignored. */
  private skipVerbose(flags: Flags): void {
    if (!flags.verbose) return
    for (;;) {
      const letter = this.pattern[this.offset]
      if (letter !== undefined && ' \t\n\r\v\f'.includes(letter)) this.offset++
      else if (letter === '#') {
        const end = this.pattern.indexOf('\n', this.offset)
        this.offset = end < 0 ? this.pattern.length : end + 1
      } else return
    }
  }

  /** Null for a part without effect, such as a comment. */
  private atom(letter: string, flags: Flags): RegexNode | null {
    if (letter === '(') return this.group(flags)
    if (letter === '[') {
      const { node, end } = readClass(this.pattern, this.offset + 1, flags.ascii)
      this.offset = end
      return node
    }
    if (letter === '\\') return this.escape(flags)
    if (letter === '*' || letter === '+' || letter === '?') {
      throw new PatternError(`has nothing to repeat before ${letter}`)
    }
    if (letter === '{' && this.bounds() !== null) throw new PatternError('has nothing to repeat before {')
    const code = this.pattern.codePointAt(this.offset)!
    this.offset += code > 0xffff ? 2 : 1
    if (letter === '.') return { kind: 'any', newline: flags.dotAll }
    if (letter === '^') {
      return { kind: 'assertion', assertion: flags.multiline ? 'line-start' : 'start', ascii: flags.ascii }
    }
    if (letter === '$') {
      return { kind: 'assertion', assertion: flags.multiline ? 'line-end' : 'end', ascii: flags.ascii }
    }
    return { kind: 'character', code }
  }

  private escape(flags: Flags): RegexNode {
    const letter = this.pattern[this.offset + 1] ?? ''
    const set = Object.hasOwn(characterSets, letter) ? characterSets[letter] : undefined
    if (set !== undefined) {
      this.offset += 2
      return { kind: 'class', negated: false, items: [{ kind: 'set', set, ascii: flags.ascii }] }
    }
    const assertion = (
      { b: 'boundary', B: 'not-boundary', A: 'start', Z: 'very-end', z: 'very-end' } as const
    )[letter]
    if (assertion !== undefined) {
      this.offset += 2
      return { kind: 'assertion', assertion, ascii: flags.ascii }
    }
    if (letter === 'p' || letter === 'P') {
      const { item, end } = readProperty(this.pattern, this.offset)
      this.offset = end
      return { kind: 'class', negated: false, items: [item] }
    }
    if (letter >= '1' && letter <= '9' && letter.length === 1 && !this.isOctal())
      return this.numberedReference()
    const { code, end } = readCharacterEscape(this.pattern, this.offset + 1)
    this.offset = end
    return { kind: 'character', code }
  }

  /** Three octal digits are a character; other digits refer to a group. */
  private isOctal(): boolean {
    const digits = this.pattern.slice(this.offset + 1, this.offset + 4)
    return (
      digits.length === 3 && digits[0]! <= '3' && [...digits].every((digit) => digit >= '0' && digit <= '7')
    )
  }

  private numberedReference(): RegexNode {
    const hasTwoDigits = isDigit(this.pattern[this.offset + 2])
    const to = Number(this.pattern.slice(this.offset + 1, this.offset + (hasTwoDigits ? 3 : 2)))
    if (to > this.captures) throw new PatternError(`refers to group ${to}, which does not exist`)
    this.offset += hasTwoDigits ? 3 : 2
    return { kind: 'reference', to }
  }

  private group(outer: Flags): RegexNode | null {
    const start = readGroupStart(this.pattern, this.offset, outer)
    this.offset = start.end
    if (start.kind === 'comment') return null
    if (start.kind === 'reference') {
      if (!this.names.has(start.name)) throw new PatternError(`refers to the unknown group ${start.name}`)
      return { kind: 'reference', to: start.name }
    }
    if (start.kind === 'capture') {
      this.captures++
      if (start.name !== undefined) {
        if (this.names.has(start.name)) throw new PatternError(`names two groups ${start.name}`)
        this.names.add(start.name)
      }
    }
    const body = this.choice(start.flags)
    if (this.pattern[this.offset] !== ')') throw new PatternError('has a ( that is never closed')
    this.offset++
    if (start.kind === 'capture') return { kind: 'capture', name: start.name, body }
    if (start.kind === 'look') return { kind: 'look', ahead: start.ahead, negated: start.negated, body }
    if (start.flags.ignoreCase !== outer.ignoreCase) {
      return { kind: 'case', ignore: start.flags.ignoreCase, body }
    }
    return body.kind === 'sequence' || body.kind === 'choice' ? { kind: 'sequence', parts: [body] } : body
  }

  private repeats(atom: RegexNode, flags: Flags): RegexNode {
    this.skipVerbose(flags)
    const bounds = this.bounds()
    if (bounds === null) return atom
    if (atom.kind === 'assertion') throw new PatternError('repeats a position that matches no characters')
    this.offset = bounds.end
    const next = this.pattern[this.offset]
    if (next === '+') throw new PatternError('has a possessive repeat, which is not supported')
    if (next === '?') this.offset++
    this.skipVerbose(flags)
    if (this.bounds() !== null) throw new PatternError('has two repeats in a row')
    return { kind: 'repeat', min: bounds.min, max: bounds.max, lazy: next === '?', body: atom }
  }

  /** The repeat at the position, without advancing; null without a repeat. */
  private bounds(): { min: number; max: number; end: number } | null {
    const letter = this.pattern[this.offset]
    if (letter === '*') return { min: 0, max: Number.POSITIVE_INFINITY, end: this.offset + 1 }
    if (letter === '+') return { min: 1, max: Number.POSITIVE_INFINITY, end: this.offset + 1 }
    if (letter === '?') return { min: 0, max: 1, end: this.offset + 1 }
    if (letter !== '{' || this.pattern[this.offset + 1] === '}') return null
    let end = this.offset + 1
    const from = end
    while (isDigit(this.pattern[end])) end++
    const low = this.pattern.slice(from, end)
    let high = low
    if (this.pattern[end] === ',') {
      const second = ++end
      while (isDigit(this.pattern[end])) end++
      high = this.pattern.slice(second, end)
    }
    if (this.pattern[end] !== '}') return null
    const min = low === '' ? 0 : Number(low)
    const max = high === '' ? Number.POSITIVE_INFINITY : Number(high)
    if (max < min) throw new PatternError('has a repeat whose end is below its start')
    return { min, max, end: end + 1 }
  }
}
