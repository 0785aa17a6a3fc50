import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictColumnOf } from './verdict-column.ts'

const columns = [
  { id: '1', title: 'Polite', type: 'LLM_ASSERTION' },
  { id: '2', title: 'Right', type: 'CONTAINS' },
] as const
const step = (title: string, primitive_type: string, primitive_config: object, source_column_ids: string[]) =>
  ({ title, primitive_type, primitive_config, source_column_ids }) as never

test('a step is followed to the column that has its verdicts, and to none without one', () => {
  const idOf = (...of: Parameters<typeof step>) => verdictColumnOf(step(...of), columns)?.id
  assert.equal(idOf('Kind', 'COMPARE', { target: 'true' }, ['1']), '1')
  assert.equal(idOf('Kind', 'COLUMN_AGGREGATE', {}, ['1']), '1')
  assert.equal(idOf('Right', 'CONTAINS', { source: 'Answer' }, ['7']), '2')
  assert.equal(idOf('Right', 'REGEX', { source: 'Answer' }, ['7']), undefined)
  assert.equal(idOf('Kind', 'COMPARE', { target: 'Oslo' }, ['1']), undefined)
})
