import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostAfterKill, mostAtFirst, mostUnkept } from './calls-at-risk.ts'

test('few calls right after a kill, more with the answers that are kept and with time, and without end where none was', () => {
  assert.deepEqual(
    [0, 19_999, 20_000, 80_000].map((milliseconds) => mostAfterKill(milliseconds, 0)),
    [2, 3, 4, 32],
  )
  assert.deepEqual(
    [24, 25, 2_500].map((kept) => mostAfterKill(1_000, kept)),
    [2, 3, 102],
  )
  assert.equal(mostAfterKill(Number.POSITIVE_INFINITY, 0), Number.POSITIVE_INFINITY)
})

test('a first burst is a third of a hundred, and more may follow with answers and with time', () => {
  assert.deepEqual(
    [
      [0, 0],
      [0, 32],
      [9, 1],
      [1_000, 0],
    ].map(([milliseconds, kept]) => mostAtFirst(milliseconds!, kept!)),
    [32, 96, 34, 132],
  )
})

test('a third of a hundred answers may wait at first, and a tenth of those that are kept', () => {
  assert.deepEqual([0, 10, 1_000].map(mostUnkept), [32, 33, 132])
})
