import { Change, diff } from '@codemirror/merge'

export interface TextPiece {
  readonly text: string
  readonly kind: 'same' | 'removed' | 'added'
}

/** The number of distinct words that one UTF-16 unit can represent; surrogates are left out. */
const maxDistinctWords = 0xd000

/** Bounds the time for long texts without a common word. */
const limits = { scanLimit: 1_000, timeout: 100 }

/** The words that two texts share, that only the first has, and that only the second has, in order. */
export function wordChanges(before: string, after: string): readonly TextPiece[] {
  const [from, to] = [wordsOf(before), wordsOf(after)]
  const units = new Map<string, string>()
  for (const word of [...from, ...to])
    if (!units.has(word)) units.set(word, String.fromCharCode(units.size % maxDistinctWords))
  if (units.size > maxDistinctWords)
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  const encode = (words: readonly string[]) => words.map((word) => units.get(word)).join('')
  const pieces: TextPiece[] = []
  const add = (kind: TextPiece['kind'], words: readonly string[]) => {
    if (words.length > 0) pieces.push({ kind, text: words.join('') })
  }
  let offset = 0
  const changes = joinPhrases(diff(encode(from), encode(to), limits), from)
  for (const { fromA, toA, fromB, toB } of changes) {
    add('same', from.slice(offset, fromA))
    add('removed', from.slice(fromA, toA))
    add('added', to.slice(fromB, toB))
    offset = toA
  }
  add('same', from.slice(offset))
  return pieces
}

/** Joins changes that only spaces separate, so that phrases are replaced as a whole and not word by word. */
function joinPhrases(changes: readonly Change[], from: readonly string[]): readonly Change[] {
  const phrases: Change[] = []
  for (const change of changes) {
    const last = phrases.at(-1)
    const isNear = last && from.slice(last.toA, change.fromA).every((word) => word.trim() === '')
    if (isNear) phrases[phrases.length - 1] = new Change(last.fromA, change.toA, last.fromB, change.toB)
    else phrases.push(change)
  }
  return phrases
}

/** The words, spaces and punctuation marks of a text. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
