import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchOf } from './index-batch.ts'

const short = (id: number) => ({ id, characters: 3_000 })
const long = (id: number) => ({ id, characters: 500_000 })

test('short requests are indexed together, and the last batch is the rest', () => {
  assert.deepEqual(batchOf([short(1), short(2)], 16), { last: 2, requests: 2, isLong: false, isRest: true })
  assert.deepEqual(batchOf([short(1), short(2)], 2), { last: 2, requests: 2, isLong: false, isRest: false })
  assert.equal(batchOf([], 16), null)
})

test('a long request is a batch by itself, after the short ones before it', () => {
  const arrivals = [short(1), short(2), long(5), short(6)]
  assert.deepEqual(batchOf(arrivals, 16), { last: 2, requests: 2, isLong: false, isRest: false })
  assert.deepEqual(batchOf(arrivals.slice(2), 16), { last: 5, requests: 1, isLong: true, isRest: false })
  assert.deepEqual(batchOf([long(7)], 16), { last: 7, requests: 1, isLong: true, isRest: true })
})
