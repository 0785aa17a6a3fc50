import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howManyGo, keepInTurn } from './keep-in-turn.ts'

test('all answers are stored in order', async () => {
  const kept: number[] = []
  const all = Array.from({ length: 10 }, (_, number) => keepInTurn().then(() => kept.push(number)))
  assert.deepEqual(kept, [])
  await Promise.all(all)
  assert.deepEqual(kept, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a few are stored in each turn of the event loop, more of a long queue, and all that waited too long', () => {
  const line = (...since: number[]) => since.map((milliseconds) => ({ since: milliseconds }))
  assert.equal(howManyGo(line(...Array(10).fill(1_000)), 1_000), 4)
  assert.equal(howManyGo(line(...Array(100).fill(1_000)), 1_050), 25)
  assert.equal(howManyGo(line(1, 2, 3, 4, 5, 6, 1_000, 1_001), 1_010), 6)
  assert.equal(howManyGo(line(...Array(10).fill(1_000)), 1_051), 10)
})
