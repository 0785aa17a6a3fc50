import { canonical, sameJson } from '../../json/canonical.ts'
import { align } from './align.ts'
import type { Path } from './change.ts'
import { type MergeState, resolveValue } from './resolve-value.ts'

type Lists = {
  readonly base: readonly unknown[]
  readonly theirs: readonly unknown[]
  readonly yours: readonly unknown[]
}

/** The changes of one side: the new state of each base item, and insertions before it. */
type Edits = {
  /** At an index of the base: this side's item; undefined if removed. */
  readonly items: readonly unknown[]
  /** At an index of the base: items inserted before it; the last entry is for the end. */
  readonly inserted: readonly (readonly unknown[])[]
}

function editsOf(base: readonly unknown[], side: readonly unknown[]): Edits {
  const items: unknown[] = base.map(() => undefined)
  const inserted: unknown[][] = Array.from({ length: base.length + 1 }, () => [])
  let next = 0
  let gap = 0
  for (const [baseIndex, sideIndex] of align(base, side)) {
    inserted[gap] = side.slice(next, sideIndex)
    items[baseIndex] = side[sideIndex]
    next = sideIndex + 1
    gap = baseIndex + 1
  }
  inserted[gap] = side.slice(next)
  return { items, inserted }
}

/** Merges lists item by item. See `mergeVersions`. */
export function mergeLists(lists: Lists, path: Path, state: MergeState): unknown[] {
  const theirs = editsOf(lists.base, lists.theirs)
  const yours = editsOf(lists.base, lists.yours)
  const merged: unknown[] = []
  for (let index = 0; index <= lists.base.length; index++) {
    const itemPath = [...path, index]
    const inserted = { base: [], theirs: theirs.inserted[index], yours: yours.inserted[index] }
    merged.push(...(resolveValue(inserted, itemPath, state) as unknown[]))
    if (index === lists.base.length) break
    const item = resolveValue(
      { base: lists.base[index], theirs: theirs.items[index], yours: yours.items[index] },
      itemPath,
      state,
    )
    if (item !== undefined) merged.push(item)
  }
  return merged
}

/** The names that neither side removed: yours in order, then the new names of theirs. */
export function mergeNames(
  base: readonly unknown[],
  theirs: readonly unknown[],
  yours: readonly unknown[],
): unknown[] {
  if (sameJson(theirs, base)) return [...yours]
  if (sameJson(yours, base)) return [...theirs]
  const keys = (names: readonly unknown[]) => new Set(names.map((name) => canonical(name)))
  const [inBase, inTheirs, inYours] = [keys(base), keys(theirs), keys(yours)]
  const remaining = yours.filter((name) => inTheirs.has(canonical(name)) || !inBase.has(canonical(name)))
  const added = theirs.filter((name) => !inYours.has(canonical(name)) && !inBase.has(canonical(name)))
  return [...remaining, ...added]
}
