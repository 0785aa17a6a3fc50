import { sameJson } from '../../../engine/json/canonical.ts'
import { align } from '../../../engine/template/diff/index.ts'

/** An item of a list and its former state; positions count from 1. */
export type Paired<T> =
  | ({ readonly kind: 'same' | 'changed' | 'moved'; readonly before: T; readonly after: T } & Positions)
  | {
      readonly kind: 'added'
      readonly before: null
      readonly after: T
      readonly to: number
      readonly from: null
    }
  | {
      readonly kind: 'removed'
      readonly before: T
      readonly after: null
      readonly from: number
      readonly to: null
    }

interface Positions {
  readonly from: number
  readonly to: number
}

/**
 * Pairs two lists, in the order of the later one; removed items are at their former position. An item that was removed at
 * one position and added unchanged at another has moved.
 */
export function pairItems<T>(left: readonly T[], right: readonly T[]): Paired<T>[] {
  const pairs = align(left, right)
  const partners = new Map(pairs.map(([from, to]) => [to, from]))
  const paired = new Set(pairs.map(([from]) => from))
  const removed = left.flatMap((item, from) => (paired.has(from) ? [] : [{ item, from }]))
  const moved = new Map<number, number>()
  for (const [to, item] of right.entries()) {
    if (partners.has(to)) continue
    const index = removed.findIndex((candidate) => sameJson(candidate.item, item))
    if (index >= 0) moved.set(to, removed.splice(index, 1)[0]!.from)
  }
  const items: Paired<T>[] = []
  const addRemovedBefore = (before: number) => {
    while (removed[0] !== undefined && removed[0].from < before) {
      const { item, from } = removed.shift()!
      items.push({ kind: 'removed', before: item, after: null, from: from + 1, to: null })
    }
  }
  for (const [to, item] of right.entries()) {
    const from = partners.get(to)
    if (from !== undefined) {
      addRemovedBefore(from)
      const before = left[from]!
      const kind = sameJson(before, item) ? 'same' : 'changed'
      items.push({ kind, before, after: item, from: from + 1, to: to + 1 })
    } else if (moved.has(to))
      items.push({
        kind: 'moved',
        before: item,
        after: item,
        from: moved.get(to)! + 1,
        to: to + 1,
      })
    else items.push({ kind: 'added', before: null, after: item, from: null, to: to + 1 })
  }
  addRemovedBefore(left.length)
  return items
}
