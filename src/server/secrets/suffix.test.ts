import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suffixOf } from './suffix.ts'

test('the suffix has four characters, or a third of a secret that is shorter than twelve', () => {
  for (const value of ['', '1', '12']) assert.equal(suffixOf(value), null)
  assert.equal(suffixOf('123'), '3')
  assert.equal(suffixOf('12345678901'), '901')
  assert.equal(suffixOf('123456789012'), '9012')
  assert.equal(suffixOf('123456789012345678901234'), '1234')
  assert.equal(suffixOf('🔑'.repeat(11)), '🔑🔑🔑')
  assert.equal(suffixOf('🔑'.repeat(12)), '🔑🔑🔑🔑')
})
