import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOf, scoreText } from './score-text.ts'

test('the change of a score is rounded like the scores', () => {
  assert.equal(scoreText({ overall_score: 91.666 }), '91.67')
  assert.deepEqual(changeOf({ overall_score: 91.666 }, { score: 90 }), { text: '+1.67', isBetter: true })
  assert.deepEqual(changeOf({ score: 80 }, { score: 90 }), { text: '−10', isBetter: false })
})

test('a score that is missing or equal has no change', () => {
  assert.equal(changeOf({ score: 80 }, null), null)
  assert.equal(changeOf(null, { score: 80 }), null)
  assert.equal(changeOf({ score: 80.001 }, { score: 80 }), null)
})
