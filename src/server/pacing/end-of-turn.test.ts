import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfTurn } from './end-of-turn.ts'

test('answers of one turn of the event loop continue together, after its other work', async () => {
  for (let turns = 0; turns < 3; turns++) {
    const order: string[] = []
    const answers = ['first', 'second'].map((name) => endOfTurn(1)!.then(() => order.push(name)))
    await Promise.resolve().then(() => order.push('work of the turn'))
    await Promise.all(answers)
    assert.deepEqual(order, ['work of the turn', 'first', 'second'])
  }
})

test('a workspace with one call at a time waits with one answer of sixteen', async () => {
  const waits: boolean[] = []
  for (let answers = 0; answers < 48; answers++) {
    const wait = endOfTurn(2)
    waits.push(wait !== null)
    await wait
  }
  assert.equal(waits.filter(Boolean).length, 3)
  // Once two answers meet, both wait.
  while (!endOfTurn(2)) await Promise.resolve()
  await endOfTurn(2)
  assert.ok(endOfTurn(2))
})
