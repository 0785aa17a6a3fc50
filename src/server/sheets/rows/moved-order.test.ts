import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedOrder } from './moved-order.ts'

for (const [count, moved, to, order] of [
  [4, [0], 3, [1, 2, 3, 0]],
  [4, [3], 0, [3, 0, 1, 2]],
  [5, [1, 3], 0, [1, 3, 0, 2, 4]],
  [5, [0, 4], 2, [1, 2, 0, 4, 3]],
  [3, [0, 1, 2], 0, [0, 1, 2]],
  [3, [1], 1, [0, 1, 2]],
] as const)
  test(`${moved} of ${count} to ${to}`, () =>
    assert.deepEqual(movedOrder(count, new Set<number>(moved), to), order))
