import type { Json } from '../../columns/json.ts'
import { same } from '../../json/canonical.ts'
import { Refusal } from '../../refusal.ts'
import { sameValue } from '../hash/index.ts'

/** A change of keyed values; `updated` holds `[from, to]`. A key is in at most one of the three. */
export interface KeyedDelta {
  readonly added: Readonly<Record<string, Json>>
  readonly updated: Readonly<Record<string, readonly [Json, Json]>>
  readonly removed: Readonly<Record<string, Json>>
}

/** One key before and after; undefined where the key is absent. */
interface Step {
  readonly from: Json | undefined
  readonly to: Json | undefined
}

type Values = ReadonlyMap<string, Json>

export function compareKeyed(before: Values, after: Values): KeyedDelta {
  const steps = new Map<string, Step>()
  for (const [key, from] of before) if (!after.has(key)) steps.set(key, { from, to: undefined })
  for (const [key, to] of after) steps.set(key, { from: before.get(key), to })
  return fromSteps(steps)
}

/** @throws Refusal 'conflict' when the values are not those that the delta was made for. */
export function applyKeyed(delta: KeyedDelta, values: Values): Map<string, Json> {
  const result = new Map(values)
  for (const [key, { from, to }] of stepsOf(delta)) {
    if (!isSame(result.get(key), from)) throw unfit(key)
    if (to === undefined) result.delete(key)
    else result.set(key, to)
  }
  return result
}

export function reverseKeyed({ added, updated, removed }: KeyedDelta): KeyedDelta {
  const swapped = Object.entries(updated).map(([key, [from, to]]) => [key, [to, from]] as const)
  return { added: removed, updated: Object.fromEntries(swapped), removed: added }
}

/** One delta for two that follow each other; what was undone in between is not in it. */
export function squashKeyed(first: KeyedDelta, second: KeyedDelta): KeyedDelta {
  const steps = stepsOf(first)
  for (const [key, { from, to }] of stepsOf(second)) {
    const earlier = steps.get(key)
    if (earlier && !isSame(earlier.to, from)) throw unfit(key)
    steps.set(key, { from: earlier ? earlier.from : from, to })
  }
  return fromSteps(steps)
}

export const countKeyed = ({ added, updated, removed }: KeyedDelta): number =>
  Object.keys(added).length + Object.keys(updated).length + Object.keys(removed).length

function stepsOf({ added, updated, removed }: KeyedDelta): Map<string, Step> {
  const steps = new Map<string, Step>()
  for (const [key, to] of Object.entries(added)) steps.set(key, { from: undefined, to })
  for (const [key, [from, to]] of Object.entries(updated)) steps.set(key, { from, to })
  for (const [key, from] of Object.entries(removed)) steps.set(key, { from, to: undefined })
  return steps
}

function fromSteps(steps: ReadonlyMap<string, Step>): KeyedDelta {
  const added: [string, Json][] = []
  const updated: [string, readonly [Json, Json]][] = []
  const removed: [string, Json][] = []
  for (const [key, { from, to }] of steps) {
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

/** Databases may return the keys of an object in another order. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return sameValue(a, b) || same(a, b)
}

const unfit = (key: string): Refusal =>
  new Refusal('conflict', `The sheet is not as the version before says it was, at ${key}`)
