import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownScore } from './score-text.ts'

test('a score of no rows is not 0%', () => {
  assert.equal(knownScore(0, { scored_rows: 0 }), null)
  assert.equal(knownScore(0, { scored_rows: 1 }), 0)
  assert.equal(knownScore(0.5, null), 0.5)
  assert.equal(knownScore(null, { scored_rows: 3 }), null)
})
