import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfTurn } from './end-of-turn.ts'

test('callers of one turn of the event loop continue together, after its other work', async () => {
  const order: string[] = []
  const callers = ['first', 'second'].map((name) => endOfTurn().then(() => order.push(name)))
  await Promise.resolve().then(() => order.push('work of the turn'))
  await Promise.all(callers)
  assert.deepEqual(order, ['work of the turn', 'first', 'second'])
  await endOfTurn().then(() => order.push('next turn'))
  assert.equal(order.at(-1), 'next turn')
})
