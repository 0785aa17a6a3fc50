import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SentEvents } from './sent-events.ts'

const now = 1_000_000
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

it('sends an event once, also one that commits after a larger id', () => {
  const sent = new SentEvents(5)
  const [six, seven, eight] = [6, 7, 8].map((id) => ({ id, at: now }))
  assert.deepEqual(idsOf(sent.add([six!, eight!], now)), [6, 8])
  assert.deepEqual(idsOf(sent.add([six!, seven!, eight!], now + 250)), [7])
  assert.deepEqual(sent.add([six!, seven!, eight!], now + 500), [])
  assert.deepEqual([sent.floor, sent.count, sent.last], [5, 3, 8])
})

it('removes committed events, also if the clock of their process is wrong', () => {
  const sent = new SentEvents(0)
  const old = { id: 1, at: now - 60_000 }
  const ahead = { id: 2, at: now + 3_600_000 }
  sent.add([old, ahead], now)
  assert.deepEqual([sent.floor, sent.count], [1, 1])
  sent.add([ahead], now + 9_000)
  assert.deepEqual([sent.floor, sent.count], [1, 1])
  sent.add([ahead], now + 10_001)
  assert.deepEqual([sent.floor, sent.count, sent.last], [2, 0, 2])
})
