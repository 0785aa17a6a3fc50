import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleOf } from './rule.ts'

test('the rule of a check has the labels and values of its form', () => {
  assert.deepEqual(ruleOf('CONTAINS', { source: 'Answer', value: 'Kind regards', negate: true }), [
    ['Column', 'Answer'],
    ['Contains', 'Kind regards'],
    ['Invert: pass if the check fails', 'Yes'],
  ])
  assert.deepEqual(ruleOf('COUNT', { source: 'Answer', type: 'words', max_count: 0 }), [
    ['Column', 'Answer'],
    ['Count', 'Words'],
    ['At most', '0'],
  ])
  assert.deepEqual(
    ruleOf('COMPARE', {
      sources: ['Answer', 'Expected'],
      comparison_type: { type: 'NUMBER', tolerance: { absolute: 0.5 } },
    }),
    [
      ['Column', 'Answer'],
      ['Is compared with', 'Expected'],
      ['Compared as', 'Numbers'],
      ['The column is', 'equal'],
      ['Within', '0.5'],
    ],
  )
})

test('columns that check nothing have no rule', () => {
  assert.deepEqual(ruleOf('PROMPT_TEMPLATE', { template: { name: 'p' } }), [])
  assert.deepEqual(ruleOf('JSON_PATH', { source: 'Answer', json_path: '$' }), [])
})
