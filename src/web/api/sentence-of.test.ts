import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from './sentence-of.ts'

test('the sentence of an error names its field', () => {
  const cases = [
    ['name', 'Must not be empty', 'Name must not be empty'],
    [
      'prompt_version.commit_message',
      'Must have at most 72 characters',
      'Commit message must have at most 72 characters',
    ],
    ['tiles.3.group_by', 'must be null for scores of traces', 'Group by must be null for scores of traces'],
    ['nodes.0', 'is not connected', 'Nodes is not connected'],
    ['config.negate', 'applies only to the type JSON.', 'Negate applies only to the type JSON.'],
    ['', 'must be an object', 'Request must be an object'],
    ['name', 'Field required', 'Name is required'],
    ['tools.0', 'the workspace has no such tool', 'The workspace has no such tool'],
  ] as const
  for (const [path, message, sentence] of cases) assert.equal(sentenceOf(path, message), sentence)
})
