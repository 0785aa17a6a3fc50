import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgementsOf, summaryOf, verdictOf } from './judged.ts'

test('the verdict of a judge is read from its value', () => {
  assert.deepEqual(judgementsOf({ value: true, reasoning: 'It is.' }), [
    { assertion: null, passed: true, answer: null, reasoning: 'It is.', votes: [] },
  ])
  const scored = judgementsOf({ value: 4, score: 0.75, reasoning: '', votes: [3, 5] })!
  assert.deepEqual(scored[0]!.votes, ['3', '5'])
  assert.equal(summaryOf(scored), '4 (75%)')
  assert.equal(summaryOf(judgementsOf({ value: 0, winner: 'other', reasoning: 'r' })!), 'other')
  const several = judgementsOf({
    polite: { value: true, reasoning: 'a' },
    right: { value: false, reasoning: 'b' },
  })!
  assert.equal(summaryOf(several), '1 of 2 pass')
  assert.equal(summaryOf(several.slice(1)), false)
})

test('a value without a judge has no verdict', () => {
  for (const value of [null, 'x', true, [], {}, { value: 1 }, { a: { value: true, reasoning: 'x' }, b: 1 }])
    assert.equal(judgementsOf(value), null)
})

test('the result of a check is read from its value', () => {
  assert.equal(verdictOf(true), true)
  assert.equal(verdictOf({ comparison_result: false, diff: null }), false)
  assert.equal(verdictOf({ value: true, reasoning: '' }), true)
  assert.equal(verdictOf({ comparison_result: 'no' }), null)
  assert.equal(verdictOf('true'), null)
})
