import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import { suggestedSteps } from './suggestions.ts'

const column = (id: string, type: string, config: object | null = {}) =>
  ({ id, type, title: id, config }) as Column
const scored = (column_id: string, resolved_scoring_type: string | null, maximum: number | null = null) =>
  ({ column_id, resolved_scoring_type, maximum }) as never

describe('suggested steps', () => {
  it('repeat free checks row by row, and take other results as they are', () => {
    const columns = [
      column('same', 'COMPARE', { sources: ['a', 'b'] }),
      column('polite', 'LLM_ASSERTION', { source: 'a', prompt: 'polite' }),
      column('stars', 'HUMAN'),
      column('text', 'TEXT', null),
    ]
    const steps = suggestedSteps(columns, [
      scored('same', 'boolean'),
      scored('polite', 'boolean'),
      scored('stars', 'numeric', 4.5),
      scored('text', null),
      scored('gone', 'boolean'),
    ])
    assert.deepEqual(
      steps.map(({ primitive_type, primitive_config }) => [primitive_type, primitive_config]),
      [
        ['COMPARE', { sources: ['a', 'b'] }],
        ['COLUMN_AGGREGATE', { source: 'polite', aggregation_type: 'average_value' }],
        ['COLUMN_AGGREGATE', { source: 'stars', aggregation_type: 'average_value', score_max: 5 }],
      ],
    )
  })
})
