import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf, type RuleDraft, ruleDraftOf, ruleOf, withEvenShares } from './rules.ts'

const rule: RuleDraft = {
  segment: [{ key: 'plan', values: 'trial, free' }],
  splits: [
    { target: 'label prod', percentage: '87.5' },
    { target: 'version 3', percentage: '12.5' },
  ],
}

test('a rule is written, read back, and keeps its values', () => {
  const sent = ruleOf(rule)
  assert.deepEqual(sent, {
    segment: { plan: ['trial', 'free'] },
    splits: [
      { label: 'prod', percentage: 87.5 },
      { version_number: 3, percentage: 12.5 },
    ],
  })
  assert.deepEqual(ruleDraftOf(sent), rule)
  assert.equal(problemOf(rule), null)
  const odd = { segment: { team: ['a, b', 'c\\d'] }, splits: [{ label: 'prod', percentage: 100 }] }
  assert.deepEqual(ruleOf(ruleDraftOf(odd)), odd)
})

test('the problem that prevents saving a rule is named', () => {
  const [first, second] = rule.splits
  assert.equal(problemOf({ ...rule, splits: [first!] }), 'The shares add up to 87.5 %, not 100 %.')
  assert.match(problemOf({ ...rule, splits: [{ ...first!, percentage: '100.001' }] })!, /two decimals/)
  assert.equal(problemOf({ ...rule, splits: [second!, second!] }), 'Use each version once.')
  assert.equal(problemOf({ ...rule, segment: [] }), 'Add a metadata key.')
  assert.equal(problemOf({ ...rule, segment: [{ key: 'a', values: ' ,' }] }), 'Write a value for a.')
})

test('equal shares make 100', () => {
  const three = ['1', '2', '3'].map((number) => ({ target: `version ${number}`, percentage: '0' }))
  assert.deepEqual(
    withEvenShares(three).map(({ percentage }) => percentage),
    ['33.34', '33.33', '33.33'],
  )
})
