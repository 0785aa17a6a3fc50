import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { keepInTurn } from './keep-in-turn.ts'

test('answers are kept in their order, a few in each turn of the event loop, and all of them', async () => {
  const kept: number[] = []
  const all = Array.from({ length: 10 }, (_, number) => keepInTurn().then(() => kept.push(number)))
  assert.deepEqual(kept, [])
  await turn()
  const atFirst = kept.length
  assert.ok(atFirst > 0 && atFirst < 10)
  await Promise.all(all)
  assert.deepEqual(kept, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
