import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodBefore } from './period-before.ts'

test('values of the previous period get the times of the shown period', () => {
  const before = { times: [0, 3_600, 10_800], values: [1, 2, 4] }
  assert.deepEqual(periodBefore([14_400, 18_000, 21_600, 25_200], before, 14_400, 0), [1, 2, 0, 4])
})

test('a bucket that does not line up gets the nearest time', () => {
  assert.deepEqual(periodBefore([1_000, 2_000], { times: [90, 1_090], values: [1, 2] }, 1_000, null), [1, 2])
})

test('without a previous period there are no values', () => {
  assert.deepEqual(periodBefore([1, 2], { times: [], values: [] }, 10, null), [null, null])
})
