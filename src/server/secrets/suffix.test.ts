import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suffixOf } from './suffix.ts'

test('four characters are shown of twelve or more, none of less', () => {
  assert.equal(suffixOf(''), null)
  assert.equal(suffixOf('12345678901'), null)
  assert.equal(suffixOf('123456789012'), '9012')
  assert.equal(suffixOf('🔑'.repeat(11)), null)
  assert.equal(suffixOf('🔑'.repeat(12)), '🔑🔑🔑🔑')
})
