import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestedTitle } from './suggested-title.ts'

test('the title of a new column follows from what it computes', () => {
  assert.equal(suggestedTitle('PROMPT_TEMPLATE', { template: { name: 'triage' } }), 'triage')
  assert.equal(
    suggestedTitle('CONTAINS', { source: 'Answer', value: 'Kind\nregards' }),
    'Contains Kind regards',
  )
  assert.equal(suggestedTitle('JSON_PATH', { json_path: "$.items[*]['unit-price']" }), 'unit-price')
  assert.equal(suggestedTitle('XML_PATH', { xml_path: '//item/@größe' }), 'größe')
  assert.equal(suggestedTitle('COMPARE', { sources: ['Answer'], target: 'yes' }), 'Answer is yes')
  assert.equal(suggestedTitle('COUNT', { source: 'Answer', type: 'words' }), 'Answer words')
})

test('the title is that of the type while its config says too little, and has at most 40 characters', () => {
  assert.equal(suggestedTitle('JSON_PATH', { json_path: '$' }), 'JSON path')
  assert.equal(suggestedTitle('CONTAINS', {}), 'Contains')
  assert.equal(suggestedTitle('COMPARE', { sources: [], target: { a: 1 } }), 'Compare')
  assert.equal(suggestedTitle('CONTAINS', { value: 'x'.repeat(99) }).length, 40)
})
