import { sameJson } from '../../json/canonical.ts'
import type { Path } from './change.ts'

/** Two conflicting changes of one value. A side without the value has null. */
export type Conflict = {
  readonly path: Path
  readonly base: unknown
  readonly theirs: unknown
  readonly yours: unknown
}

/** State of a merge: the conflicts so far, and the paths where theirs wins. */
export type MergeState = {
  readonly conflicts: Conflict[]
  readonly takesTheirs: (path: Path) => boolean
}

/** A value in three versions; undefined where it is absent. */
export type Sides = { readonly base: unknown; readonly theirs: unknown; readonly yours: unknown }

export function resolveValue(sides: Sides, path: Path, state: MergeState): unknown {
  const { base, theirs, yours } = sides
  if (isSame(theirs, yours) || isSame(theirs, base)) return yours
  if (isSame(yours, base)) return theirs
  state.conflicts.push({ path, base: base ?? null, theirs: theirs ?? null, yours: yours ?? null })
  return state.takesTheirs(path) ? theirs : yours
}

/** An absent value differs from null. */
const isSame = (a: unknown, b: unknown): boolean => (a === undefined) === (b === undefined) && sameJson(a, b)
