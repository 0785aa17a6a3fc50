import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tallyOf } from './tally.ts'

const score = (verdict: 'pass' | 'fail' | 'error') => ({ verdict, message: null })

test('answers without a judgement, and with a failed one, count as not passed', () => {
  const { passed, total, errors, interval } = tallyOf([
    score('pass'),
    score('fail'),
    score('error'),
    undefined,
  ])
  assert.deepEqual([passed, total, errors], [1, 4, 2])
  assert.ok(interval!.low > 0.04 && interval!.low < 0.06 && interval!.high > 0.69 && interval!.high < 0.71)
})

test('no answers have no rate', () => {
  assert.deepEqual(tallyOf([]), { passed: 0, total: 0, errors: 0, interval: null })
})
