import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partialBuckets } from './partial-buckets.ts'

const times = [0, 3600, 7200]
const whole = { first: false, last: false }
const late = 100_000

test('the last bucket is partial until its end', () => {
  assert.deepEqual(partialBuckets(times, null, 7200), { first: false, last: true })
  assert.deepEqual(partialBuckets(times, null, 10_700), { first: false, last: true })
  assert.deepEqual(partialBuckets(times, null, 10_799), { first: false, last: true })
  assert.deepEqual(partialBuckets(times, null, 10_800), whole)
})

test('the outer buckets are partial if the range begins or ends inside them', () => {
  assert.deepEqual(partialBuckets(times, { from: 1_800_000, to: 10_800_000 }, late), {
    first: true,
    last: false,
  })
  assert.deepEqual(partialBuckets(times, { from: 0, to: 9_000_000 }, late), { first: false, last: true })
  assert.deepEqual(partialBuckets(times, { from: 0, to: 10_799_999 }, late), whole)
})

test('a range that begins before or after the first bucket with data does not cut it', () => {
  assert.deepEqual(partialBuckets(times, { from: -7_200_000, to: 10_800_000 }, late), whole)
  assert.deepEqual(partialBuckets(times, { from: 3_600_000, to: 10_800_000 }, late), whole)
})

test('a bucket of unknown length is not called partial', () => {
  assert.deepEqual(partialBuckets([7200], { from: 7_300_000, to: 7_400_000 }, 7300), whole)
  assert.deepEqual(partialBuckets([], null, 7300), whole)
})

test('the present may be on another clock', () => {
  const span = { from: 0, to: 10_000_000, now: 9_000_000 }
  assert.deepEqual(partialBuckets(times, span, 0), { first: false, last: true })
})
