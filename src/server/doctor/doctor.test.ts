import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockFinding } from './clock.ts'
import { nodeFinding } from './examine.ts'

test('a clock that differs from a public server is a finding', () => {
  const now = Date.UTC(2026, 10, 24, 12)
  const states = [0, 20, -20, 600, -600].map(
    (seconds) => clockFinding(new Date(now - seconds * 1_000).toUTCString(), now).state,
  )
  assert.deepEqual(states, ['good', 'good', 'good', 'limited', 'limited'])
  assert.match(clockFinding(new Date(now - 600_000).toUTCString(), now).message, /600 s ahead/)
  assert.equal(clockFinding(null, now).state, 'good')
  assert.equal(clockFinding(null, 0).state, 'limited')
})

test('a Node that lacks functions of Galley fails', () => {
  assert.deepEqual(
    ['22.9.0', '24.15.0', '25.1.0', '26.0.0', '24.16.0', '26.1.0', '27.0.0'].map(
      (node) => nodeFinding(node).state,
    ),
    ['fails', 'fails', 'fails', 'fails', 'good', 'good', 'good'],
  )
})
