import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonFields } from './json-fields.ts'

test('a flat object is shown by its fields', () => {
  assert.deepEqual(jsonFields('{"category":"billing","score":0.5,"sure":null}'), [
    ['category', 'billing'],
    ['score', '0.5'],
    ['sure', 'null'],
  ])
})

test('other texts have no fields', () => {
  for (const text of [
    '',
    'billing',
    '{}',
    '{not json}',
    '[1]',
    '{"a":{"b":1}}',
    `{"a":"${'x'.repeat(2_000)}"}`,
  ])
    assert.equal(jsonFields(text), null)
})
