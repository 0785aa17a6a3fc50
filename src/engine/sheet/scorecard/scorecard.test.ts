import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { Refusal } from '../../refusal.ts'
import { readScoreConfiguration } from '../score/index.ts'
import {
  evidenceFor,
  type LegacyColumn,
  migrateScore,
  readAggregation,
  readStep,
  type Step,
  type StepInput,
  scorecardHash,
  stepTask,
} from './index.ts'

const step = (rest: Partial<StepInput> = {}): Step =>
  readStep({ id: 's', title: 'Check', primitive_type: 'CODE_EXECUTION', ...rest }, 0)
const aggregation = readAggregation({})
const isBad = (pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'bad_request' && pattern.test(error.message)

describe('readStep and readAggregation', () => {
  it('name the field that is wrong', () => {
    assert.throws(() => step({ primitive_type: 'DATASET' }), isBad(/steps\.0\.primitive_type must be one of/))
    assert.throws(() => step({ weight: -1 }), isBad(/steps\.0\.weight/))
    assert.throws(() => step({ weight: '2' }), isBad(/steps\.0\.weight/))
    assert.throws(() => step({ thresholds: { pass: 0.5, warn: 0.6 } }), isBad(/warn threshold/))
    assert.throws(() => step({ thresholds: { pass: 2 } }), isBad(/steps\.0\.thresholds\.pass: must/))
    assert.throws(() => step({ score_adapter: { type: 'linear', min: 1, max: 1 } }), isBad(/score_adapter/))
    assert.throws(() => step({ score_adapter: { type: 'labels', labels: { a: 2 } } }), isBad(/score_adapter/))
    assert.throws(() => readAggregation({ method: 'median' }), isBad(/aggregation\.method/))
    assert.throws(
      () => readAggregation({ required_step_failure_behavior: 'x' }),
      isBad(/fail, warn or error/),
    )
  })

  it('have separate hashes for scores and verdicts', () => {
    const [one, other] = [
      step({ primitive_config: { a: 1, b: 2 } }),
      step({ primitive_config: { b: 2, a: 1 }, weight: 3 }),
    ]
    assert.equal(one.configHash, other.configHash)
    assert.notEqual(one.configHash, step({ primitive_config: { a: 2 } }).configHash)
    assert.notEqual(scorecardHash([one], aggregation), scorecardHash([other], aggregation))
  })
})

describe('stepTask', () => {
  const task = (primitive_type: string, primitive_config: Record<string, Json>) =>
    stepTask(step({ primitive_type, primitive_config }))

  it('runs checks as the column type of that name', () => {
    assert.deepEqual(task('CONTAINS', { source: 'c', value: 'x' }), {
      kind: 'column',
      type: 'CONTAINS',
      config: { source: 'c', value: 'x' },
    })
    const structure = task('STRUCTURE', { source: 'c', schema: {} })
    assert.ok(
      structure.kind === 'column' &&
        structure.type === 'ASSERT_VALID' &&
        structure.config['type'] === 'json_schema',
    )
  })

  it('names missing fields', () => {
    assert.throws(() => task('MAX_TOOL_CALLS', { source: 'c' }), isBad(/max_calls/))
    assert.throws(() => task('NO_INVALID_TOOL_CALLS', { source: 'c' }), isBad(/allowed_tools/))
    assert.throws(
      () => task('COLUMN_AGGREGATE', { source: 'c', aggregation_type: 'toString' }),
      isBad(/aggregation_type/),
    )
    assert.throws(() => task('TOOL_EVALUATOR', {}), isBad(/source|expected_tools/))
  })
})

describe('migrateScore', () => {
  const columns = new Map<string, LegacyColumn>([
    ['b', { id: 'b', title: 'B', resolved: 'boolean', hasAssertions: true, range: null }],
    [
      'n',
      { id: 'n', title: 'N', resolved: 'numeric', hasAssertions: false, range: { lowest: 0.2, highest: 1 } },
    ],
    ['t', { id: 't', title: 'T', resolved: null, hasAssertions: false, range: null }],
    [
      '5',
      {
        id: '5',
        title: 'Stars',
        resolved: 'numeric',
        hasAssertions: false,
        range: { lowest: 0, highest: 5 },
      },
    ],
    [
      '-',
      {
        id: '-',
        title: 'Loss',
        resolved: 'numeric',
        hasAssertions: false,
        range: { lowest: -1, highest: 0 },
      },
    ],
  ])
  const known = [...columns.values()]

  it('converts scored columns to averages and reports the others', () => {
    const configuration = readScoreConfiguration({ score_type: 'auto', true_values: ['ok'] }, known)
    const { steps, skipped } = migrateScore(configuration, ['b', 'n', 't', 'gone'], columns)
    assert.deepEqual(
      steps.map(({ title }) => title),
      ['B', 'N'],
    )
    assert.deepEqual(steps[0]!.primitive_config['true_values'], ['ok'])
    assert.equal(steps[1]!.primitive_config['score_max'], 1)
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['not_scorable', 'missing_column'],
    )
    for (const { title, primitive_type, primitive_config } of steps)
      assert.equal(stepTask(step({ title, primitive_type, primitive_config })).kind, 'aggregate')
  })

  it('keeps the texts and kinds of values', () => {
    const configOf = (sent: Record<string, unknown>, id: string) =>
      migrateScore(readScoreConfiguration(sent, known), [id], columns).steps[0]!.primitive_config
    const booleans = configOf({ score_type: 'boolean', assertion_aggregation: 'any' }, 'b')
    assert.deepEqual([booleans['score_type'], booleans['assertion_aggregation']], ['boolean', 'any'])
    assert.equal(
      configOf({ score_type: 'auto', assertion_aggregation: 'any' }, 'n')['assertion_aggregation'],
      'none',
    )
    assert.equal(configOf({ score_type: 'numeric' }, 'n')['score_type'], 'numeric')
  })

  it('does not guess a full score', () => {
    const configuration = readScoreConfiguration({ score_type: 'numeric' }, known)
    const { steps, skipped } = migrateScore(configuration, ['5', '-', 'n'], columns)
    assert.deepEqual(
      [steps.length, skipped.map(({ reason }) => reason)],
      [1, ['unknown_scale', 'unknown_scale']],
    )
  })

  it('converts a winner', () => {
    for (const [kind, aggregation_type] of [
      ['lowest', 'min_value'],
      ['highest', 'max_value'],
      ['most_frequent', 'most_frequent_value'],
    ]) {
      const aggregate = { kind, column_id: 'n', label_column_id: 'b' }
      const configuration = readScoreConfiguration({ score_type: 'auto', score_config: { aggregate } }, known)
      const { steps, skipped } = migrateScore(configuration, [], columns)
      const config = { source: 'n', score_mode: 'info', aggregation_type, label_source: 'b' }
      assert.deepEqual([steps.map((one) => one.primitive_config), skipped], [[config], []])
    }
  })

  it('does not convert a winner with a deleted column or label', () => {
    const all = [...known, { id: 'gone', title: 'Gone' }]
    for (const [column_id, label_column_id] of [
      ['gone', null],
      ['b', 'gone'],
    ]) {
      const aggregate = { kind: 'lowest', column_id, label_column_id }
      const configuration = readScoreConfiguration({ score_type: 'auto', score_config: { aggregate } }, all)
      assert.deepEqual(migrateScore(configuration, [], columns).skipped, [
        { reason: 'missing_column', score_type: 'auto' },
      ])
    }
  })

  it('converts no code', () => {
    const custom = readScoreConfiguration({ code: 'return 1' }, known)
    assert.deepEqual(migrateScore(custom, ['b'], columns).skipped, [
      { reason: 'custom_code', score_type: 'custom' },
    ])
    assert.equal(
      migrateScore(readScoreConfiguration({}, known), [], columns).skipped[0]!.reason,
      'no_columns',
    )
  })
})

describe('evidenceFor', () => {
  it('keeps a short reason', () => {
    assert.equal(evidenceFor('summary', { value: false, reasoning: 'too long' }, undefined, null), 'too long')
    const compared = (result: Json) => evidenceFor('summary', result, undefined, null)
    assert.equal(compared({ comparison_result: false, diff: { at: 0 } }), 'The values differ')
    assert.equal(compared({ comparison_result: false, diff: [{ path: '$' }] }), 'The values differ')
    assert.equal(compared({ comparison_result: false, diff: { reason: 'No JSON.' } }), 'No JSON.')
    assert.equal(compared({ comparison_result: false }), 'The comparison does not hold')
    assert.equal(compared({ comparison_result: true, diff: { at: 0 } }), 'true')
    assert.equal(evidenceFor('summary', false, 'said', 'broke'), 'broke')
    assert.deepEqual(evidenceFor('raw', false, { a: 1 }, null), { a: 1 })
    assert.equal(evidenceFor('hidden', false, 'x', 'y'), null)
    const long = evidenceFor('summary', `${'x'.repeat(3_998)}😀😀`, undefined, null) as string
    assert.ok(long.length <= 4_000 && long.endsWith('x…'))
  })
})
