import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../columns/json.ts'
import { Refusal } from '../../refusal.ts'
import { readScoreConfiguration } from '../score/index.ts'
import { seededRandom } from '../statistics/index.ts'
import {
  AggregateStep,
  driftOf,
  driftSummary,
  evidenceFor,
  type LegacyColumn,
  type Measured,
  migrateScore,
  readAggregation,
  readStep,
  rowResult,
  type SentStep,
  SheetCalculation,
  type Step,
  type StepOutcome,
  type StepResult,
  scorecardHash,
  staleState,
  stepResult,
  stepTask,
  type Verdict,
} from './index.ts'

const step = (rest: Partial<SentStep> = {}): Step =>
  readStep({ id: 's', title: 'Check', primitive_type: 'CODE_EXECUTION', ...rest }, 0)
const aggregation = readAggregation({})
const value = (of: Json): StepOutcome => ({ kind: 'value', value: of })
const isBad = (pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'bad_request' && pattern.test(error.message)

describe('readStep and readAggregation', () => {
  it('fill in what is not said', () => {
    const { weight, required, thresholds, adapter } = step()
    assert.deepEqual([weight, required, thresholds, adapter], [1, false, { pass: 0.8, warn: 0.6 }, null])
    assert.deepEqual(aggregation.requiredStepFailure, 'fail')
    assert.deepEqual(step({ thresholds: { pass: 0.5 } }).thresholds, { pass: 0.5, warn: 0.5 })
    assert.deepEqual(step({ thresholds: { warn: 0.9 } }).thresholds, { pass: 0.9, warn: 0.9 })
  })

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

  it('hash what changes a score apart from what changes a verdict', () => {
    const [one, other] = [
      step({ primitive_config: { a: 1, b: 2 } }),
      step({ primitive_config: { b: 2, a: 1 }, weight: 3 }),
    ]
    assert.equal(one.configHash, other.configHash)
    assert.notEqual(one.configHash, step({ primitive_config: { a: 2 } }).configHash)
    assert.notEqual(scorecardHash([one], aggregation), scorecardHash([other], aggregation))
  })
})

describe('stepResult', () => {
  const cases: readonly (readonly [string, Partial<SentStep>, StepOutcome, number | null, Verdict])[] = [
    ['true', {}, value(true), 1, 'pass'],
    ['false', {}, value(false), 0, 'fail'],
    ['a number', {}, value(0.7), 0.7, 'warn'],
    ['a score object', {}, value({ score: 0.8 }), 0.8, 'pass'],
    ['a comparison', {}, value({ comparison_result: false, diff: '' }), 0, 'fail'],
    ['a number beyond 1', {}, value(5), null, 'error'],
    ['a text', {}, value('great'), null, 'error'],
    ['null', {}, value(null), null, 'skipped'],
    ['a blank', {}, value(''), null, 'skipped'],
    ['a failure', {}, { kind: 'failed', message: 'x' }, null, 'error'],
    ['nothing to judge', {}, { kind: 'missing', message: 'x' }, null, 'skipped'],
    ['a scale', { score_adapter: { type: 'linear', min: 1, max: 5 } }, value(4), 0.75, 'warn'],
    ['beyond a scale', { score_adapter: { type: 'linear', min: 1, max: 5 } }, value(9), 1, 'pass'],
    [
      'lower is better',
      { score_adapter: { type: 'linear', min: 0, max: 10, invert: true } },
      value(1),
      0.9,
      'pass',
    ],
    [
      'a label',
      { score_adapter: { type: 'labels', labels: { Good: 1, ok: 0.5 } } },
      value(' good'),
      1,
      'pass',
    ],
    [
      'a label that a judge gave',
      { score_adapter: { type: 'labels', labels: { good: 1, ok: 0.5 } } },
      value({ value: 'ok', reasoning: 'r' }),
      0.5,
      'fail',
    ],
    [
      'a label that a judge gave, some of which pass',
      { score_adapter: { type: 'labels', labels: { good: 1, ok: 0.5 } } },
      value({ value: true, label: 'good', reasoning: 'r' }),
      1,
      'pass',
    ],
    [
      'a score on a scale of its own',
      { score_adapter: { type: 'linear', min: 1, max: 5 } },
      value({ value: 4, score: 0.75, reasoning: 'r' }),
      0.75,
      'warn',
    ],
    [
      'several scores of a judge',
      { primitive_type: 'LLM_ASSERTION' },
      value({ a: { value: 4, score: 0.75, reasoning: 'r' }, b: { value: 5, score: 1, reasoning: 'r' } }),
      0.875,
      'pass',
    ],
    [
      'several scores, one of which is none',
      { primitive_type: 'LLM_ASSERTION' },
      value({ a: { value: 4, score: 0.75, reasoning: 'r' }, b: { value: null, reasoning: 'r' } }),
      null,
      'error',
    ],
    [
      'an unknown label',
      { score_adapter: { type: 'labels', labels: { good: 1 } } },
      value('odd'),
      null,
      'error',
    ],
  ]
  for (const [name, rest, outcome, score, verdict] of cases)
    it(name, () => {
      const result = stepResult(step(rest), outcome)
      assert.deepEqual([result.score, result.verdict], [score, verdict])
      assert.equal(result.message === null, score !== null)
    })

  it('several assertions: the share is the score, and one that fails fails the step', () => {
    const judge = step({ primitive_type: 'LLM_ASSERTION' })
    const held = { a: true, b: true, c: true, d: true, e: true, f: { value: false, reasoning: 'r' } }
    assert.deepEqual(stepResult(judge, value(held)), { score: 5 / 6, verdict: 'fail', message: null })
    assert.equal(stepResult(judge, value({ a: true })).verdict, 'pass')
    assert.equal(stepResult(judge, value({ value: true, reasoning: 'r' })).verdict, 'pass')
  })
})

describe('rowResult', () => {
  const result = (score: number | null, verdict: Verdict): StepResult => ({ score, verdict, message: null })
  const row = (
    steps: readonly (readonly [weight: number, required: boolean, score: number | null, verdict: Verdict])[],
    behavior = 'fail',
  ) => {
    const { score, verdict } = rowResult(
      steps.map(([weight, required, points, said]) => ({
        step: { weight, required },
        result: result(points, said),
      })),
      readAggregation({ required_step_failure_behavior: behavior }),
    )
    return [score, verdict]
  }

  it('weighs', () => {
    assert.deepEqual(
      row([
        [2, false, 1, 'pass'],
        [1, false, 0.7, 'warn'],
      ]),
      [0.9, 'pass'],
    )
    assert.deepEqual(
      row([
        [1, false, 1, 'pass'],
        [1, false, 0.3, 'fail'],
      ]),
      [0.65, 'warn'],
    )
    assert.deepEqual(
      row([
        [1, false, 1, 'pass'],
        [0, false, 0, 'fail'],
      ]),
      [1, 'pass'],
    )
  })

  it('counts errors as 0 and leaves skipped steps out', () => {
    assert.deepEqual(
      row([
        [1, false, 1, 'pass'],
        [1, false, null, 'error'],
      ]),
      [0.5, 'error'],
    )
    assert.deepEqual(
      row([
        [1, false, 1, 'pass'],
        [1, false, null, 'skipped'],
      ]),
      [1, 'pass'],
    )
    assert.deepEqual(row([[1, false, null, 'skipped']]), [null, 'skipped'])
    assert.deepEqual(row([]), [null, 'skipped'])
    assert.deepEqual(row([[0, false, 1, 'pass']]), [null, 'skipped'])
  })

  it('lets no row pass without its required steps', () => {
    const steps = [
      [9, false, 1, 'pass'],
      [1, true, 0, 'fail'],
    ] as const
    assert.deepEqual(
      [row(steps)[1], row(steps, 'warn')[1], row(steps, 'error')[1]],
      ['fail', 'warn', 'error'],
    )
    assert.deepEqual(
      row([
        [9, false, 1, 'pass'],
        [1, true, null, 'skipped'],
      ]),
      [1, 'fail'],
    )
    assert.deepEqual(row([[1, true, null, 'skipped']], 'warn'), [null, 'fail'])
    assert.deepEqual(
      row([
        [9, false, 1, 'pass'],
        [1, true, 0.6, 'warn'],
      ])[1],
      'pass',
    )
  })
})

describe('SheetCalculation', () => {
  const [check, whole] = [step({ id: 'check' }), step({ id: 'whole', weight: 3, required: true })]
  const calculate = (values: readonly (Json | Error)[], column?: StepResult) => {
    const calculation = new SheetCalculation([check, whole], aggregation)
    for (const one of values) {
      const outcome: StepOutcome = one instanceof Error ? { kind: 'failed', message: '' } : value(one)
      calculation.addRow(new Map([['check', stepResult(check, outcome)]]))
    }
    if (column) calculation.addWhole('whole', column)
    return calculation.result(seededRandom(1))
  }
  const passed: StepResult = { score: 1, verdict: 'pass', message: null }

  it('counts the mean of the rows and the column once', () => {
    const { score, verdict, rows, criteria } = calculate([true, false, true, true], passed)
    assert.deepEqual([score, verdict], [(0.75 + 3) / 4, 'pass'])
    assert.deepEqual(rows, { pass: 3, warn: 0, fail: 1, error: 0, skipped: 0 })
    assert.deepEqual([criteria.get('check')!.score, criteria.get('check')!.verdict], [0.75, 'warn'])
    assert.equal(criteria.get('check')!.interval!.method, 'wilson')
  })

  it('does not take ten passes in ten for certainty', () => {
    const of = (values: readonly Json[]) => calculate(values).criteria.get('check')!.interval!
    const { low, high } = of(Array.from({ length: 10 }, () => true))
    assert.deepEqual([low.toFixed(4), high.toFixed(4)], ['0.7225', '1.0000'])
    assert.equal(of([0.5, 1, 0, 0.25]).method, 'bootstrap')
  })

  it('does not pass with holes', () => {
    assert.equal(calculate([true, true, null], passed).verdict, 'warn')
    assert.equal(calculate([true, true, true, true, new Error()], passed).verdict, 'warn')
    assert.equal(calculate([true, true], { score: 0, verdict: 'fail', message: null }).verdict, 'fail')
    assert.equal(calculate([true, true]).verdict, 'pass')
    assert.equal(calculate([new Error()]).verdict, 'error')
    assert.deepEqual([calculate([]).score, calculate([]).verdict], [null, 'skipped'])
  })
})

describe('SheetCalculation without a step that looks at rows', () => {
  const calculate = (excluded: number, weight = 1) => {
    const calculation = new SheetCalculation(
      [step({ id: 'whole', weight }), step({ id: 'other' })],
      aggregation,
    )
    calculation.addRow(new Map())
    calculation.addWhole('whole', { score: 1, verdict: 'pass', message: null }, excluded)
    calculation.addWhole('other', { score: 1, verdict: 'pass', message: null })
    return calculation.result(seededRandom(1)).verdict
  }

  it('passes although no row was judged, but not where cells were left out', () => {
    assert.equal(calculate(0), 'pass')
    assert.equal(calculate(1), 'warn')
    assert.equal(calculate(1, 0), 'pass')
  })
})

describe('AggregateStep', () => {
  const run = (config: Record<string, Json>, values: readonly Json[], rest: Partial<SentStep> = {}) => {
    const made = step({
      primitive_type: 'COLUMN_AGGREGATE',
      primitive_config: { source: 'c', ...config },
      ...rest,
    })
    const task = stepTask(made)
    assert.ok(task.kind === 'aggregate')
    const aggregate = new AggregateStep(made, task)
    for (const [at, one] of values.entries()) aggregate.add('COMPLETED', one, `row ${at}`)
    const { score, verdict, value: found, label, included, excluded } = aggregate.result()
    return [score, verdict, found, label, included, excluded]
  }

  it('has the four ways, over score_max', () => {
    assert.deepEqual(run({ aggregation_type: 'average_value', score_max: 5 }, [4, 5, null]), [
      0.9,
      'pass',
      4.5,
      null,
      2,
      1,
    ])
    assert.deepEqual(run({ aggregation_type: 'min_value', score_max: 10 }, [4, 5]), [
      0.4,
      'fail',
      4,
      'row 0',
      2,
      0,
    ])
    assert.deepEqual(run({ aggregation_type: 'max_value' }, [4, 5]), [1, 'pass', 5, 'row 1', 2, 0])
    assert.deepEqual(run({ aggregation_type: 'average_value' }, [true, 'no']), [0.5, 'fail', 0.5, null, 2, 0])
  })

  it('is skipped, not passed, without a number', () => {
    assert.deepEqual(run({ aggregation_type: 'most_frequent_value' }, ['a', 'a', 'b']), [
      null,
      'skipped',
      'a',
      'row 0',
      3,
      0,
    ])
    assert.deepEqual(run({ aggregation_type: 'average_value' }, [null, '']), [
      null,
      'skipped',
      null,
      null,
      0,
      2,
    ])
    assert.deepEqual(run({ aggregation_type: 'min_value' }, ['x']), [null, 'skipped', null, null, 0, 1])
    assert.equal(run({ aggregation_type: 'max_value', score_mode: 'info' }, [1])[1], 'skipped')
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

  it('names what is missing', () => {
    assert.throws(() => task('MAX_TOOL_CALLS', { source: 'c' }), isBad(/max_calls/))
    assert.throws(() => task('NO_INVALID_TOOL_CALLS', { source: 'c' }), isBad(/allowed_tools/))
    assert.throws(
      () => task('COLUMN_AGGREGATE', { source: 'c', aggregation_type: 'toString' }),
      isBad(/aggregation_type/),
    )
    assert.throws(() => task('TOOL_EVALUATOR', {}), isBad(/source|expected_tools/))
  })
})

describe('drift', () => {
  const measured = (score: number | null, verdict: Verdict, configHash = 'h'): Measured => ({
    score,
    verdict,
    configHash,
  })

  it('is the difference, unless the evaluator changed', () => {
    assert.deepEqual(driftOf(measured(0.5, 'fail'), measured(0.75, 'warn')), {
      scoreDelta: 0.25,
      verdictFrom: 'fail',
      verdictTo: 'warn',
      evaluatorChanged: false,
    })
    const changed = driftOf(measured(0.5, 'fail'), measured(0.75, 'warn', 'other'))!
    assert.deepEqual([changed.scoreDelta, changed.evaluatorChanged], [null, true])
    assert.equal(driftOf(measured(null, 'skipped'), measured(1, 'pass'))!.scoreDelta, null)
    assert.equal(driftOf(undefined, measured(1, 'pass')), null)
  })

  it('counts rows and says whether it means anything', () => {
    const calculation = (id: string, scores: readonly (number | null)[]) => ({
      id,
      total: measured(0.5, 'fail'),
      steps: new Map([['s', measured(0.5, 'fail')]]),
      rows: new Map(scores.map((score, at) => [`r${at}`, measured(score, 'pass')] as const)),
    })
    const summary = driftSummary(
      calculation('1', [0, 1, 1, 1]),
      calculation('2', [1, 0, 1, null]),
      seededRandom(1),
    )!
    assert.deepEqual(summary.rows, { improved: 1, regressed: 1, same: 1, missing: 1 })
    assert.deepEqual([summary.previousCalculationId, summary.comparison!.finding], ['1', 'too few pairs'])
    assert.equal(summary.steps.get('s')!.scoreDelta, 0)
    assert.equal(driftSummary(null, calculation('2', []), seededRandom(1)), null)
  })
})

describe('staleState', () => {
  const steps = [step({ id: 'a' }), step({ id: 'b', primitive_config: { x: 1 } })]
  const basis = { configHash: 'h', steps: new Map(steps.map(({ id, configHash }) => [id, configHash])) }
  const none = { changed: [], stale: [], added: [], removed: 0 }

  it('says why, and where', () => {
    assert.equal(staleState(basis, steps, 'h', none).isStale, false)
    assert.deepEqual(staleState(basis, steps, 'other', none).reasons, ['aggregation_changed'])
    const changed = staleState(basis, [steps[0]!, step({ id: 'b' }), step({ id: 'c' })], 'other', none)
    assert.deepEqual(
      [changed.reasons, changed.stepIds],
      [
        ['steps_changed', 'steps_added'],
        ['b', 'c'],
      ],
    )
    assert.deepEqual(staleState(basis, [steps[0]!], 'other', none).reasons, ['steps_removed'])
    const rows = staleState(basis, steps, 'h', { changed: [7, 2], stale: [2], added: [9], removed: 1 })
    assert.deepEqual(rows.reasons, [
      'source_cells_changed',
      'source_cells_stale',
      'rows_added',
      'rows_removed',
    ])
    assert.deepEqual(rows.rowIndexes, [2, 7, 9])
  })
})

describe('migrateScore', () => {
  const columns = new Map<string, LegacyColumn>([
    ['b', { id: 'b', title: 'B', resolved: 'boolean', highest: null }],
    ['n', { id: 'n', title: 'N', resolved: 'numeric', highest: 88 }],
    ['t', { id: 't', title: 'T', resolved: null, highest: null }],
  ])
  const known = [...columns.values()]

  it('makes averages of what was scored and says what it left out', () => {
    const configuration = readScoreConfiguration({ score_type: 'auto', true_values: ['ok'] }, known)
    const { steps, skipped } = migrateScore(configuration, ['b', 'n', 't', 'gone'], columns)
    assert.deepEqual(
      steps.map(({ title }) => title),
      ['B', 'N'],
    )
    assert.deepEqual(steps[0]!.primitive_config['true_values'], ['ok'])
    assert.equal(steps[1]!.primitive_config['score_max'], 100)
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['not_scorable', 'missing_column'],
    )
    for (const { title, primitive_type, primitive_config } of steps)
      assert.equal(stepTask(step({ title, primitive_type, primitive_config })).kind, 'aggregate')
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
  it('shows what a person wants to see, briefly', () => {
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
