import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictColumnOf, verdictForm } from './verdict-column.ts'

const columns = [
  { id: '1', title: 'Polite', type: 'LLM_ASSERTION' },
  { id: '2', title: 'Right', type: 'CONTAINS' },
] as const
const step = (title: string, primitive_type: string, primitive_config: object, source_column_ids: string[]) =>
  ({ title, primitive_type, primitive_config, source_column_ids }) as never

test('verdicts are booleans or judgements, and nothing else', () => {
  assert.equal(verdictForm([true, false]), 'boolean')
  assert.equal(verdictForm([{ value: true, reasoning: 'Yes.' }]), 'judgement')
  for (const values of [[], [true, { value: true }], ['true'], [null], [{ polite: { value: true } }]])
    assert.equal(verdictForm(values), null)
})

test('a step leads to the column that has its verdicts; other steps have no such column', () => {
  const idOf = (...of: Parameters<typeof step>) => verdictColumnOf(step(...of), columns)?.id
  for (const target of ['true', { value: true }])
    assert.equal(idOf('Kind', 'COMPARE', { target }, ['1']), '1')
  assert.equal(idOf('Kind', 'COLUMN_AGGREGATE', {}, ['1']), '1')
  assert.equal(idOf('Right', 'CONTAINS', { source: 'Answer' }, ['7']), '2')
  assert.equal(idOf('right', 'CONTAINS', { source: 'Answer' }, ['7']), '2')
  assert.equal(idOf('Right', 'REGEX', { source: 'Answer' }, ['7']), undefined)
  assert.equal(idOf('Kind', 'COMPARE', { target: 'Oslo' }, ['1']), undefined)
})
