import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOvertaken, type Look, mayIndex, mayMerge, unitSize } from './index-pace.ts'

const quiet: Look = { arrived: 0, waiting: 5, isAsked: false, left: 0 }
const all = Number.POSITIVE_INFINITY

test('in quiet times everything comes in, also what a burst left', () => {
  assert.equal(mayIndex(quiet), all)
  assert.equal(mayIndex({ ...quiet, waiting: 50_000 }), all)
})

test('those that come a few at a time are gathered, but not for ever', () => {
  assert.equal(mayIndex({ ...quiet, arrived: 3 }), 0)
  assert.equal(mayIndex({ ...quiet, arrived: 3, left: 10 }), all)
  assert.equal(mayIndex({ ...quiet, arrived: 3, waiting: 256 }), all)
})

test('logging goes first until too many wait; a search bears fewer', () => {
  const busy = { ...quiet, arrived: 1_000 }
  assert.equal(mayIndex({ ...busy, waiting: 10_000 }), 0)
  assert.equal(mayIndex({ ...busy, waiting: 10_001 }), 1_200)
  assert.equal(mayIndex({ ...busy, waiting: 500, isAsked: true }), 0)
  assert.equal(mayIndex({ ...busy, waiting: 501, isAsked: true }), 1_500)
  assert.equal(mayIndex({ ...busy, arrived: 101, waiting: 501, isAsked: true }), 512)
})

test('beside log calls units are small, and when many come up the rest waits', () => {
  assert.equal(unitSize(0, 0), 256)
  assert.equal(unitSize(1, 0), 64)
  assert.equal(unitSize(1, 0.05), 64)
  assert.equal(unitSize(1, 0.2), 20)
  assert.equal(unitSize(1, 3), 16)
  assert.equal(isOvertaken(all, 101), true)
  assert.equal(isOvertaken(all, 100), false)
  assert.equal(isOvertaken(1_200, 1_000), false)
})

test('beside log calls segments are merged once there are many, all of them when it has been quiet for a while', () => {
  assert.equal(mayMerge({ arrived: 1, quiet: 0, segments: 40 }), 0)
  assert.equal(mayMerge({ arrived: 1, quiet: 0, segments: 41 }), 8)
  assert.equal(mayMerge({ arrived: 1, quiet: 0, segments: 121 }), 24)
  assert.equal(mayMerge({ arrived: 0, quiet: 9, segments: 5 }), 0)
  assert.equal(mayMerge({ arrived: 0, quiet: 10, segments: 5 }), 24)
})
