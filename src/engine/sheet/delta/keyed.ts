import type { Json } from '../../columns/json.ts'
import { sameValue } from '../hash/index.ts'

/** How a set of values under keys changed. `updated` holds `[from, to]`. No key is in two of the three. */
export interface KeyedDelta {
  readonly added: Readonly<Record<string, Json>>
  readonly updated: Readonly<Record<string, readonly [Json, Json]>>
  readonly removed: Readonly<Record<string, Json>>
}

type Values = ReadonlyMap<string, Json>

export function compareKeyed(before: Values, after: Values): KeyedDelta {
  const added: [string, Json][] = []
  const updated: [string, readonly [Json, Json]][] = []
  const removed = [...before].filter(([key]) => !after.has(key))
  for (const [key, to] of after) {
    const from = before.get(key)
    if (from === undefined) added.push([key, to])
    else if (!sameValue(from, to)) updated.push([key, [from, to]])
  }
  // Not by assignment: a key may be `__proto__`.
  return {
    added: Object.fromEntries(added),
    updated: Object.fromEntries(updated),
    removed: Object.fromEntries(removed),
  }
}

export const changeCount = ({ added, updated, removed }: KeyedDelta): number =>
  Object.keys(added).length + Object.keys(updated).length + Object.keys(removed).length
