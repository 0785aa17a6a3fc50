import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import { suggestedSteps } from './suggestions.ts'

const column = (id: string, type: string, config: object | null = {}) =>
  ({ id, type, title: id, config }) as Column
const distributionOf = (column_id: string, distribution: object) => ({ column_id, distribution }) as never
const verdicts = { kind: 'verdicts', passed: 3, failed: 1 }
const stars = distributionOf('stars', { kind: 'numbers', max: 4.5 })

describe('suggested steps', () => {
  const columns = [
    column('same', 'COMPARE', { sources: ['a', 'b'] }),
    column('polite', 'LLM_ASSERTION', { source: 'a', prompt: 'polite' }),
    column('stars', 'HUMAN'),
    column('expected', 'TEXT', null),
    column('likeness', 'COMPARE', { sources: ['a', 'b'] }),
    column('short', 'CODE_EXECUTION', { code: 'return true' }),
    column('both', 'LLM_ASSERTION', { source: 'a', prompt: '["kind", "clear"]' }),
  ]
  const values: Readonly<Record<string, readonly unknown[]>> = {
    polite: [{ value: true, reasoning: 'It is.' }],
    short: [true, false],
    both: [{ kind: { value: true }, clear: { value: false } }],
  }
  const sampled = (id: string) => values[id] ?? []
  const suggested = suggestedSteps(
    columns,
    [
      distributionOf('same', verdicts),
      distributionOf('polite', verdicts),
      stars,
      distributionOf('expected', verdicts),
      distributionOf('likeness', { kind: 'numbers', max: 0.4 }),
      distributionOf('short', verdicts),
      distributionOf('both', verdicts),
      distributionOf('gone', verdicts),
    ],
    sampled,
  )

  it('repeat free checks, judge each row by other verdicts, and take means of numbers', () => {
    assert.deepEqual(
      suggested.map(({ step: { primitive_type, primitive_config } }) => [primitive_type, primitive_config]),
      [
        ['COMPARE', { sources: ['a', 'b'] }],
        [
          'COMPARE',
          {
            sources: ['polite'],
            target: { value: true },
            comparison_type: { type: 'JSON', json_path: '$.value' },
          },
        ],
        ['COLUMN_AGGREGATE', { source: 'stars', aggregation_type: 'average_value', score_max: 5 }],
        ['COLUMN_AGGREGATE', { source: 'likeness', aggregation_type: 'average_value', score_max: 1 }],
        ['COMPARE', { sources: ['short'], target: 'true', comparison_type: { type: 'STRING' } }],
        // The verdicts of several assertions have no single value.
        ['COLUMN_AGGREGATE', { source: 'both', aggregation_type: 'average_value' }],
      ],
    )
  })

  it('have numbers chosen only if there are no verdicts', () => {
    assert.deepEqual(
      suggested.map(({ isChosen }) => isChosen),
      [true, true, false, false, true, true],
    )
    assert.deepEqual(
      suggestedSteps(columns, [stars], sampled).map(({ isChosen }) => isChosen),
      [true],
    )
  })
})
