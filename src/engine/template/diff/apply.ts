import { same } from '../../json/canonical.ts'
import { Refusal } from '../../refusal.ts'
import { type Change, isObject, own, type Path, type Version, withKey } from './change.ts'

/**
 * The version that `changes` make of `version`, which is left as it is.
 * @throws Refusal 'conflict' when a change does not fit: its place is not there, or does not hold
 * what the change says was there before.
 */
export function applyDiff(version: Version, changes: readonly Change[]): Version {
  return changes.reduce<unknown>((value, change) => applyAt(value, change.path, change), version) as Version
}

function applyAt(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path
  if (step === undefined) {
    if (change.kind !== 'changed') throw misfit(change)
    return replaced(value, change)
  }
  if (Array.isArray(value) && typeof step === 'number') return applyToList(value, step, rest, change)
  if (!isObject(value)) throw misfit(change)
  const key = String(step)
  const item = own(value, key)
  if (rest.length > 0 || change.kind === 'changed') return withKey(value, key, applyAt(item, rest, change))
  if (change.kind === 'removed') {
    replaced(item, change)
    return withKey(value, key, undefined)
  }
  if (item !== undefined) throw misfit(change)
  return withKey(value, key, change.after)
}

function applyToList(list: readonly unknown[], index: number, rest: Path, change: Change): unknown[] {
  const isAdding = change.kind === 'added' && rest.length === 0
  if (index < 0 || index > list.length || (index === list.length && !isAdding)) throw misfit(change)
  if (isAdding) return list.toSpliced(index, 0, change.after)
  if (rest.length > 0 || change.kind === 'changed')
    return list.with(index, applyAt(list[index], rest, change))
  replaced(list[index], change)
  return list.toSpliced(index, 1)
}

/** What comes after the change, once what was there before is checked. */
function replaced(value: unknown, change: Change): unknown {
  if (value === undefined || !same(value, change.before)) throw misfit(change)
  return change.after
}

const misfit = (change: Change): Refusal =>
  new Refusal('conflict', `The change at ${change.path.join('.')} does not fit this version`, {
    path: change.path,
  })
