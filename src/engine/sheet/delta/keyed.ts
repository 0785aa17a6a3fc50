import type { Json } from '../../json/json.ts'
import { sameValue } from '../hash/index.ts'

/** A change of keyed values; `updated` holds `[from, to]`. A key is in at most one of the three. */
export interface KeyedDelta {
  readonly added: Readonly<Record<string, Json>>
  readonly updated: Readonly<Record<string, readonly [Json, Json]>>
  readonly removed: Readonly<Record<string, Json>>
}

/** One key before and after; undefined where the key is absent. */
interface Change {
  readonly from: Json | undefined
  readonly to: Json | undefined
}

type Values = ReadonlyMap<string, Json>

export function compareKeyed(before: Values, after: Values): KeyedDelta {
  const changes = new Map<string, Change>()
  for (const [key, from] of before) if (!after.has(key)) changes.set(key, { from, to: undefined })
  for (const [key, to] of after) changes.set(key, { from: before.get(key), to })
  return deltaOf(changes)
}

export const countKeyed = ({ added, updated, removed }: KeyedDelta): number =>
  Object.keys(added).length + Object.keys(updated).length + Object.keys(removed).length

function deltaOf(changes: ReadonlyMap<string, Change>): KeyedDelta {
  const added: [string, Json][] = []
  const updated: [string, readonly [Json, Json]][] = []
  const removed: [string, Json][] = []
  for (const [key, { from, to }] of changes) {
    if (from === undefined && to !== undefined) added.push([key, to])
    else if (from !== undefined && to === undefined) removed.push([key, from])
    else if (from !== undefined && to !== undefined && !sameValue(from, to)) updated.push([key, [from, to]])
  }
  return {
    added: Object.fromEntries(added),
    updated: Object.fromEntries(updated),
    removed: Object.fromEntries(removed),
  }
}
