import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonFields } from './json-fields.ts'

test('an object is shown by its fields', () => {
  assert.deepEqual(jsonFields('{"category":"billing","tags":["a"],"sure":null}'), [
    ['category', 'billing'],
    ['tags', '["a"]'],
    ['sure', 'null'],
  ])
})

test('other texts have no fields', () => {
  for (const text of ['', 'billing', '{}', '{not json}', '[1]', `{"a":"${'x'.repeat(2_000)}"}`])
    assert.equal(jsonFields(text), null)
})
