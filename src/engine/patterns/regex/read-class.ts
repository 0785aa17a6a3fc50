import { PatternError } from '../pattern-error.ts'
import { characterSets, readCharacterEscape } from './escapes.ts'
import type { ClassItem, RegexNode } from './tree.ts'

/** Parses a class; `at` is after the opening bracket. A leading `]` is a character. */
export function readClass(pattern: string, at: number, ascii: boolean): { node: RegexNode; end: number } {
  let position = at
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

function readItem(pattern: string, at: number, ascii: boolean): { item: ClassItem; end: number } {
  if (pattern[at] !== '\\') {
    const code = pattern.codePointAt(at)!
    return { item: { kind: 'range', from: code, to: code }, end: at + (code > 0xffff ? 2 : 1) }
  }
  const letter = pattern[at + 1] ?? ''
  const set = Object.hasOwn(characterSets, letter) ? characterSets[letter] : undefined
  if (set !== undefined) return { item: { kind: 'set', set, ascii }, end: at + 2 }
  if (letter === 'p' || letter === 'P') return readProperty(pattern, at)
  if (letter === 'b') return { item: { kind: 'range', from: 8, to: 8 }, end: at + 2 }
  const { code, end } = readCharacterEscape(pattern, at + 1)
  return { item: { kind: 'range', from: code, to: code }, end }
}

/** Parses `\p{Name}` or `\P{Name}`; `at` is the backslash. */
export function readProperty(pattern: string, at: number): { item: ClassItem; end: number } {
  const close = pattern.indexOf('}', at)
  const name = pattern.slice(at + 3, close)
  const sound = pattern[at + 2] === '{' && close > 0 && name.length > 0 && name.length <= 40 && isName(name)
  if (!sound) throw new PatternError('has a \\p without a {Name} behind it')
  return { item: { kind: 'property', text: pattern.slice(at, close + 1) }, end: close + 1 }
}

function isName(name: string): boolean {
  for (const letter of name) {
    if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter === '_'))
      return false
  }
  return true
}
