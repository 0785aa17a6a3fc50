import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isOfOtherVersion, storedVersion } from './prompt-version.ts'

it('an answer is of another version only of the same prompt, and only if its version is known', () => {
  const current = { promptId: 7, version: 2 }
  assert.equal(isOfOtherVersion({ promptId: 7, version: 1 }, current), true)
  assert.equal(isOfOtherVersion({ promptId: 7, version: 2 }, current), false)
  assert.equal(isOfOtherVersion({ promptId: 8, version: 1 }, current), false)
  assert.equal(isOfOtherVersion(storedVersion({ prompt_id: 7 }), current), false)
  assert.equal(isOfOtherVersion(storedVersion(null), current), false)
  assert.equal(isOfOtherVersion({ promptId: 7, version: 1 }, null), false)
})
