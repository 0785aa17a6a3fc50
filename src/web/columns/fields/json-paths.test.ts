import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonPathsIn } from './json-paths.ts'

test('paths lead to the values of an answer, through objects and first items', () => {
  assert.deepEqual(jsonPathsIn('{"category":"billing","two words":1,"items":[{"id":7},{"id":8}]}'), [
    '$.category',
    '$["two words"]',
    '$.items',
    '$.items[0]',
    '$.items[0].id',
  ])
})

test('texts that hold no object or list have no paths', () => {
  for (const text of ['plain text', '"quoted"', '7', 'null', '']) assert.deepEqual(jsonPathsIn(text), [])
})
