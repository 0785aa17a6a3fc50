import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPartial } from './is-partial.ts'

test('the last bucket is partial until its end', () => {
  const times = [0, 3600, 7200]
  assert.equal(isPartial(times, 7200), true)
  assert.equal(isPartial(times, 10_799), true)
  assert.equal(isPartial(times, 10_800), false)
})

test('a bucket of unknown length is not called partial', () => {
  assert.equal(isPartial([7200], 7300), false)
  assert.equal(isPartial([], 7300), false)
})
