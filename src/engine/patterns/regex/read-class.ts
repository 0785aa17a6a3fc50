import { PatternError } from '../pattern-error.ts'
import { characterSets, readCharacterEscape } from './escapes.ts'
import type { ClassItem, RegexNode } from './tree.ts'

/** Parses a class; `offset` is after the opening bracket. A leading `]` is a character. */
export function readClass(pattern: string, offset: number, ascii: boolean): { node: RegexNode; end: number } {
  let position = offset
  const negated = pattern[position] === '^'
  if (negated) position++
  const first = position
  const items: ClassItem[] = []
  for (;;) {
    if (position >= pattern.length) throw new PatternError('has a [ that is never closed')
    if (pattern[position] === ']' && position > first) break
    const left = readItem(pattern, position, ascii)
    position = left.end
    if (pattern[position] === '-' && pattern[position + 1] !== ']' && position + 1 < pattern.length) {
      const right = readItem(pattern, position + 1, ascii)
      items.push(rangeOf(left.item, right.item))
      position = right.end
    } else items.push(left.item)
  }
  return { node: { kind: 'class', negated, items }, end: position + 1 }
}

function rangeOf(left: ClassItem, right: ClassItem): ClassItem {
  if (left.kind !== 'range' || right.kind !== 'range' || left.from > right.from) {
    throw new PatternError('has a bad range of characters')
  }
  return { kind: 'range', from: left.from, to: right.from }
}

function readItem(pattern: string, offset: number, ascii: boolean): { item: ClassItem; end: number } {
  if (pattern[offset] !== '\\') {
    const code = pattern.codePointAt(offset)!
    return { item: { kind: 'range', from: code, to: code }, end: offset + (code > 0xffff ? 2 : 1) }
  }
  const letter = pattern[offset + 1] ?? ''
  const set = Object.hasOwn(characterSets, letter) ? characterSets[letter] : undefined
  if (set !== undefined) return { item: { kind: 'set', set, ascii }, end: offset + 2 }
  if (letter === 'p' || letter === 'P') return readProperty(pattern, offset)
  if (letter === 'b') return { item: { kind: 'range', from: 8, to: 8 }, end: offset + 2 }
  const { code, end } = readCharacterEscape(pattern, offset + 1)
  return { item: { kind: 'range', from: code, to: code }, end }
}

/** Parses `\p{Name}` or `\P{Name}`; `offset` is the backslash. */
export function readProperty(pattern: string, offset: number): { item: ClassItem; end: number } {
  const close = pattern.indexOf('}', offset)
  const name = pattern.slice(offset + 3, close)
  const isValid =
    pattern[offset + 2] === '{' && close > 0 && name.length > 0 && name.length <= 40 && isName(name)
  if (!isValid) throw new PatternError('has a \\p without a {Name} after it')
  return { item: { kind: 'property', text: pattern.slice(offset, close + 1) }, end: close + 1 }
}

function isName(name: string): boolean {
  for (const letter of name) {
    if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter === '_'))
      return false
  }
  return true
}
