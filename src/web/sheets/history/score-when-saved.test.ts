import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreWhenSaved } from './score-when-saved.ts'

const points = [
  { score: 0.88, calculated_at: '2026-11-29T10:00:00.000Z' },
  { score: 0.93, calculated_at: '2026-11-29T12:00:00.000Z' },
]

test('a version has the score of its moment, not one that was calculated after it', () => {
  assert.equal(scoreWhenSaved(points, '2026-11-29T09:00:00.000Z'), null)
  assert.equal(scoreWhenSaved(points, '2026-11-29T10:00:00.000Z'), 0.88)
  assert.equal(scoreWhenSaved(points, '2026-11-29T11:00:00.000Z'), 0.88)
  assert.equal(scoreWhenSaved(points, '2026-11-29T13:00:00.000Z'), 0.93)
  assert.equal(scoreWhenSaved([], '2026-11-29T13:00:00.000Z'), null)
})
