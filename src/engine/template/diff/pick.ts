import { same } from '../../json/canonical.ts'
import type { Path } from './change.ts'

/** Two changes to one place that exclude each other. What a side does not have is null. */
export type Conflict = {
  readonly path: Path
  readonly base: unknown
  readonly theirs: unknown
  readonly yours: unknown
}

/** How a merge goes: what it could not decide, and the places where theirs is wanted all the same. */
export type Settling = {
  readonly conflicts: Conflict[]
  readonly takesTheirs: (path: Path) => boolean
}

/** One value as three versions have it; undefined where a version does not have it. */
export type Sides = { readonly base: unknown; readonly theirs: unknown; readonly yours: unknown }

/** One of the three values as a whole. */
export function pick(sides: Sides, path: Path, settling: Settling): unknown {
  const { base, theirs, yours } = sides
  if (isSame(theirs, yours) || isSame(theirs, base)) return yours
  if (isSame(yours, base)) return theirs
  settling.conflicts.push({ path, base: base ?? null, theirs: theirs ?? null, yours: yours ?? null })
  return settling.takesTheirs(path) ? theirs : yours
}

/** Not having a value differs from having null. */
const isSame = (a: unknown, b: unknown): boolean => (a === undefined) === (b === undefined) && same(a, b)
