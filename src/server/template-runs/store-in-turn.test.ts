import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countToRelease, storeInTurn } from './store-in-turn.ts'

test('all answers are stored in order', async () => {
  const storedNumbers: number[] = []
  const all = Array.from({ length: 10 }, (_, number) => storeInTurn().then(() => storedNumbers.push(number)))
  assert.deepEqual(storedNumbers, [])
  await Promise.all(all)
  assert.deepEqual(storedNumbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a few are stored in each turn of the event loop, more of a long queue, and all that waited too long', () => {
  const queueSince = (...since: number[]) => since.map((milliseconds) => ({ since: milliseconds }))
  assert.equal(countToRelease(queueSince(...Array(10).fill(1_000)), 1_000), 4)
  assert.equal(countToRelease(queueSince(...Array(100).fill(1_000)), 1_050), 25)
  assert.equal(countToRelease(queueSince(1, 2, 3, 4, 5, 6, 1_000, 1_001), 1_010), 6)
  assert.equal(countToRelease(queueSince(...Array(10).fill(1_000)), 1_051), 10)
})
