import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanChange } from './span-change.ts'

const known = (ended_at: number | null) => ({ digest: 'a', ended_at })

for (const [title, arrived, before, change] of [
  ['an unknown span', { digest: 'a', isEnded: false }, undefined, 'new'],
  ['the same span again', { digest: 'a', isEnded: true }, known(1), 'same'],
  ['the end of an open span', { digest: 'b', isEnded: true }, known(null), 'changed'],
  ['a later state of an open span', { digest: 'b', isEnded: false }, known(null), 'changed'],
  ['another end of an ended span', { digest: 'b', isEnded: true }, known(1), 'changed'],
  ['the open state of an ended span', { digest: 'b', isEnded: false }, known(1), 'late'],
] as const)
  test(`${title} is ${change}`, () => assert.equal(spanChange(arrived, before), change))
