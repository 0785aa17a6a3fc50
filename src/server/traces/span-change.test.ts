import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanChange } from './span-change.ts'

const known = (ended_at: number | null) => ({ digest: 'a', ended_at })

for (const [what, arrived, before, fate] of [
  ['a span that nobody knows', { digest: 'a', isEnded: false }, undefined, 'new'],
  ['the same again', { digest: 'a', isEnded: true }, known(1), 'same'],
  ['its end', { digest: 'b', isEnded: true }, known(null), 'changed'],
  ['more of its beginning', { digest: 'b', isEnded: false }, known(null), 'changed'],
  ['another end', { digest: 'b', isEnded: true }, known(1), 'changed'],
  ['its beginning after its end', { digest: 'b', isEnded: false }, known(1), 'late'],
] as const)
  test(`${what} is ${fate}`, () => assert.equal(spanChange(arrived, before), fate))
