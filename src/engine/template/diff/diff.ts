import { sameJson } from '../../json/canonical.ts'
import { type Fields, isFields, ownField } from '../../json/fields.ts'
import { align } from './align.ts'
import { type Change, keysOf, type Path, type Version } from './change.ts'

/**
 * The changes from version `a` to version `b`: objects key by key, lists item by item after alignment, so that an inserted
 * message is one addition. A template or item with another `type` is replaced as a whole.
 * @throws Refusal 'too_large' for a version with more than 400 levels.
 */
export function diffVersions(a: Version, b: Version): Change[] {
  const changes: Change[] = []
  compareItems(a.template, b.template, ['template'], changes)
  compare(a.metadata, b.metadata, ['metadata'], changes)
  return changes
}

function compare(before: unknown, after: unknown, path: Path, changes: Change[]): void {
  if (sameJson(before, after)) return
  if (isFields(before) && isFields(after)) compareObjects(before, after, path, changes)
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, changes)
  else changes.push({ path, kind: 'changed', before, after })
}

function compareItems(before: unknown, after: unknown, path: Path, changes: Change[]): void {
  const isOtherType =
    isFields(before) && isFields(after) && ownField(before, 'type') !== ownField(after, 'type')
  if (isOtherType) changes.push({ path, kind: 'changed', before, after })
  else compare(before, after, path, changes)
}

function compareObjects(before: Fields, after: Fields, path: Path, changes: Change[]): void {
  const added = keysOf(after).filter((key) => ownField(before, key) === undefined)
  for (const key of keysOf(before)) {
    const item = ownField(after, key)
    if (item !== undefined) compare(before[key], item, [...path, key], changes)
    else changes.push({ path: [...path, key], kind: 'removed', before: before[key], after: null })
  }
  for (const key of added)
    changes.push({ path: [...path, key], kind: 'added', before: null, after: after[key] })
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  changes: Change[],
): void {
  let left = 0
  let right = 0
  const catchUp = (leftEnd: number, rightEnd: number) => {
    for (; left < leftEnd; left++) {
      changes.push({ path: [...path, right], kind: 'removed', before: before[left], after: null })
    }
    for (; right < rightEnd; right++) {
      changes.push({ path: [...path, right], kind: 'added', before: null, after: after[right] })
    }
  }
  for (const [leftIndex, rightIndex] of align(before, after)) {
    catchUp(leftIndex, rightIndex)
    compareItems(before[left++], after[rightIndex], [...path, right++], changes)
  }
  catchUp(before.length, after.length)
}
