import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isOfOtherVersion, namedPrompt } from './named-prompt.ts'

it('the prompt of a column is named by its name or id, with a label or version', () => {
  assert.deepEqual(namedPrompt({ template: { name: 'Answer' } }), { identifier: 'Answer' })
  assert.deepEqual(namedPrompt({ template: { id: 7, label: 'prod' } }), { identifier: '7', label: 'prod' })
  assert.deepEqual(namedPrompt({ template: { name: 'Answer', version_number: 2 } }), {
    identifier: 'Answer',
    version: 2,
  })
  assert.equal(namedPrompt({ template: { inline: {} } }), null)
  assert.equal(namedPrompt({ source: 'Question' }), null)
})

it('an answer is of another version only of the same prompt', () => {
  const current = { promptId: 7, version: 2 }
  assert.equal(isOfOtherVersion({ promptId: 7, version: 1 }, current), true)
  assert.equal(isOfOtherVersion({ promptId: 7, version: 2 }, current), false)
  assert.equal(isOfOtherVersion({ promptId: 8, version: 1 }, current), false)
  assert.equal(isOfOtherVersion(null, current), false)
})
