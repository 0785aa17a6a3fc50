import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { startConfig } from './start-config.ts'

const column = (id: string, type: ColumnTypeName, title = id) => ({ id, type, title })
const columns = [
  ...[column('question', 'TEXT'), column('first', 'PROMPT_TEMPLATE'), column('answer', 'WORKFLOW')],
  column('same', 'COMPARE'),
]

test('a new check or extraction reads the last column with answers', () => {
  assert.equal(startConfig('CONTAINS', columns)['source'], 'answer')
  assert.deepEqual(startConfig('COMPARE', columns)['sources'], ['answer'])
  assert.deepEqual(startConfig('JSON_PATH', columns), {
    source: 'answer',
    json_path: '$',
    return_first_match: true,
  })
  assert.equal(
    startConfig('CONTAINS', [column('a1', 'PROMPT_TEMPLATE', 'a'), column('a2', 'TEXT', 'a')])['source'],
    'a1',
  )
})

test('other new columns read none, and a sheet without answers has none to read', () => {
  assert.deepEqual(startConfig('CONTAINS', columns.slice(0, 1)), {})
  assert.deepEqual(startConfig('COSINE_SIMILARITY', columns), { sources: [] })
  assert.deepEqual(startConfig('TRAJECTORY', columns), {})
})

test('a check of an answer compares it with the column of expected values', () => {
  const sheet = [column('question', 'TEXT'), column('Expected answer', 'TEXT'), column('answer', 'WORKFLOW')]
  assert.deepEqual(startConfig('CONTAINS', sheet), { source: 'answer', value_source: 'Expected answer' })
  assert.deepEqual(startConfig('COMPARE', sheet)['sources'], ['answer', 'Expected answer'])
  assert.deepEqual(startConfig('COSINE_SIMILARITY', sheet)['sources'], ['answer', 'Expected answer'])
  assert.deepEqual(startConfig('REGEX', sheet), { source: 'answer' })
  const others = [column('idealist', 'TEXT'), sheet[2]!]
  assert.equal(startConfig('CONTAINS', others)['value_source'], undefined)
})
