import { PatternError } from '../pattern-error.ts'
import { isLetterOrDigit } from './escapes.ts'

export interface Flags {
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly verbose: boolean
  readonly ascii: boolean
}

type GroupStart =
  | { readonly kind: 'comment'; readonly end: number }
  | { readonly kind: 'reference'; readonly name: string; readonly end: number }
  | { readonly kind: 'capture'; readonly name?: string; readonly flags: Flags; readonly end: number }
  | { readonly kind: 'plain'; readonly flags: Flags; readonly end: number }
  | {
      readonly kind: 'look'
      readonly ahead: boolean
      readonly negated: boolean
      readonly flags: Flags
      readonly end: number
    }

const noFlags: Flags = { ignoreCase: false, multiline: false, dotAll: false, verbose: false, ascii: false }

const flagNames: Readonly<Record<string, keyof Flags | null>> = {
  i: 'ignoreCase',
  m: 'multiline',
  s: 'dotAll',
  x: 'verbose',
  a: 'ascii',
  u: null,
}

/** `(?im)` applies to the whole pattern and is allowed only at its start, as in Python since 3.11. */
export function readLeadingFlags(pattern: string): { flags: Flags; end: number } {
  let flags = noFlags
  let end = 0
  while (pattern.startsWith('(?', end)) {
    const parsed = readFlags(pattern, end + 2, flags)
    if (parsed === null || pattern[parsed.end] !== ')') break
    flags = parsed.flags
    end = parsed.end + 1
  }
  return { flags, end }
}

/** Flag letters, optionally followed by `-` and more; null without flag letters. */
function readFlags(pattern: string, offset: number, outer: Flags): { flags: Flags; end: number } | null {
  const flags = { ...outer }
  let end = offset
  let value = true
  for (;;) {
    const letter = pattern[end] ?? ''
    if (letter === '-' && value) value = false
    else if (Object.hasOwn(flagNames, letter)) {
      const name = flagNames[letter]
      if (name) flags[name] = value
      else flags.ascii = false
    } else break
    end++
  }
  return end === offset ? null : { flags, end }
}

/** Parses the start of a group; `offset` is its parenthesis, `end` the start of its body. */
export function readGroupStart(pattern: string, offset: number, flags: Flags): GroupStart {
  if (pattern[offset + 1] !== '?') return { kind: 'capture', flags, end: offset + 1 }
  const has = (text: string) => pattern.startsWith(text, offset + 2)
  if (has(':')) return { kind: 'plain', flags, end: offset + 3 }
  if (has('#')) return { kind: 'comment', end: closingOffset(pattern, offset) + 1 }
  if (has('P<')) return namedGroup(pattern, offset + 4, flags)
  if (has('P=')) {
    const end = closingOffset(pattern, offset)
    return { kind: 'reference', name: pattern.slice(offset + 4, end), end: end + 1 }
  }
  if (has('=')) return { kind: 'look', ahead: true, negated: false, flags, end: offset + 3 }
  if (has('!')) return { kind: 'look', ahead: true, negated: true, flags, end: offset + 3 }
  if (has('<=')) return { kind: 'look', ahead: false, negated: false, flags, end: offset + 4 }
  if (has('<!')) return { kind: 'look', ahead: false, negated: true, flags, end: offset + 4 }
  if (has('>')) throw new PatternError('has an atomic group, which is not supported')
  if (has('(')) throw new PatternError('has a conditional group, which is not supported')
  const parsed = readFlags(pattern, offset + 2, flags)
  if (parsed === null) throw new PatternError(`has an unknown group (?${pattern[offset + 2] ?? ''}`)
  if (pattern[parsed.end] === ')')
    throw new PatternError('has flags for the whole pattern that are not at its start')
  if (pattern[parsed.end] !== ':') throw new PatternError('has an unknown flag')
  return { kind: 'plain', flags: parsed.flags, end: parsed.end + 1 }
}

function namedGroup(pattern: string, offset: number, flags: Flags): GroupStart {
  const close = pattern.indexOf('>', offset)
  const name = pattern.slice(offset, close)
  const isValid =
    close > offset &&
    name.length <= 100 &&
    [...name].every((letter) => isLetterOrDigit(letter) || letter === '_')
  if (!isValid || (name[0]! >= '0' && name[0]! <= '9'))
    throw new PatternError('has a group without a valid name')
  return { kind: 'capture', name, flags, end: close + 1 }
}

function closingOffset(pattern: string, offset: number): number {
  const end = pattern.indexOf(')', offset)
  if (end < 0) throw new PatternError('has a ( that is never closed')
  return end
}
