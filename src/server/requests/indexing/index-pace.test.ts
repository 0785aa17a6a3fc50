import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IndexerState, indexQuota, isOvertaken, mergeQuota, unitSize } from './index-pace.ts'

const quiet: IndexerState = { arrivals: 0, pending: 5, isSearched: false, skippedTicks: 0 }
const all = Number.POSITIVE_INFINITY

test('indexes everything while nothing is logged, also the rest of a burst', () => {
  assert.equal(indexQuota(quiet), all)
  assert.equal(indexQuota({ ...quiet, pending: 50_000 }), all)
})

test('gathers sparse arrivals for a limited number of ticks', () => {
  assert.equal(indexQuota({ ...quiet, arrivals: 3 }), 0)
  assert.equal(indexQuota({ ...quiet, arrivals: 3, skippedTicks: 10 }), all)
  assert.equal(indexQuota({ ...quiet, arrivals: 3, pending: 256 }), all)
})

test('gives logging priority until too many requests are pending, fewer while searches are active', () => {
  const busy = { ...quiet, arrivals: 1_000 }
  assert.equal(indexQuota({ ...busy, pending: 10_000 }), 0)
  assert.equal(indexQuota({ ...busy, pending: 10_001 }), 1_200)
  assert.equal(indexQuota({ ...busy, pending: 500, isSearched: true }), 0)
  assert.equal(indexQuota({ ...busy, pending: 501, isSearched: true }), 1_500)
  assert.equal(indexQuota({ ...busy, arrivals: 101, pending: 501, isSearched: true }), 512)
})

test('keeps units small while requests are logged, and ends a tick when logging gets busy', () => {
  assert.equal(unitSize(0, 0, 10_000), 256)
  assert.equal(unitSize(1, 0, 10_000), 128)
  assert.equal(unitSize(1, 0.05, 10_000), 128)
  assert.equal(unitSize(1, 0.2, 10_000), 40)
  assert.equal(unitSize(1, 3, 10_000), 32)
  assert.equal(isOvertaken(all, 101), true)
  assert.equal(isOvertaken(all, 100), false)
  assert.equal(isOvertaken(1_200, 1_000), false)
})

test('enlarges units beside log calls while too many requests are pending', () => {
  assert.equal(unitSize(1, 3, 10_000), 32)
  assert.equal(unitSize(1, 3, 20_000), 128)
  assert.equal(unitSize(1, 0.1, 15_000), 180)
  assert.equal(unitSize(1, 3, 1_000_000), 256)
})

test('merges segments while requests are logged once there are many, and all of them after quiet ticks', () => {
  assert.equal(mergeQuota({ arrivals: 1, quietTicks: 0, segments: 40 }), 0)
  assert.equal(mergeQuota({ arrivals: 1, quietTicks: 0, segments: 41 }), 8)
  assert.equal(mergeQuota({ arrivals: 1, quietTicks: 0, segments: 121 }), 24)
  assert.equal(mergeQuota({ arrivals: 0, quietTicks: 9, segments: 5 }), 0)
  assert.equal(mergeQuota({ arrivals: 0, quietTicks: 10, segments: 5 }), 24)
})
