import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import {
  readAggregation,
  readStep,
  rowResult,
  type Step,
  type StepInput,
  type StepOutcome,
  type StepResult,
  stepResult,
  type Verdict,
} from './index.ts'

const step = (rest: Partial<StepInput> = {}): Step =>
  readStep({ id: 's', title: 'Check', primitive_type: 'CODE_EXECUTION', ...rest }, 0)
const value = (content: Json): StepOutcome => ({ kind: 'value', value: content })

describe('stepResult', () => {
  const cases: readonly (readonly [string, Partial<StepInput>, StepOutcome, number | null, Verdict])[] = [
    ['a number beyond 1', {}, value(5), null, 'error'],
    ['null', {}, value(null), null, 'skipped'],
    ['a blank', {}, value(''), null, 'skipped'],
    ['a failure', {}, { kind: 'failed', message: 'x' }, null, 'error'],
    ['nothing to judge', {}, { kind: 'missing', message: 'x' }, null, 'skipped'],
    ['beyond a scale', { score_adapter: { type: 'linear', min: 1, max: 5 } }, value(9), 1, 'pass'],
    [
      'lower is better',
      { score_adapter: { type: 'linear', min: 0, max: 10, invert: true } },
      value(1),
      0.9,
      'pass',
    ],
    [
      'lower is better, at the threshold',
      {
        score_adapter: { type: 'linear', min: 0, max: 10, invert: true },
        thresholds: { pass: 0.1, warn: 0 },
      },
      value(9),
      0.1,
      'pass',
    ],
    [
      'a label of a judge',
      { score_adapter: { type: 'labels', labels: { good: 1, ok: 0.5 } } },
      value({ value: 'ok', reasoning: 'r' }),
      0.5,
      'fail',
    ],
    [
      'several scores, one of them missing',
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
      if (outcome.kind !== 'value') assert.equal(result.message, outcome.message)
    })

  it('several assertions: their share is the score, and one failure fails the step', () => {
    const judge = step({ primitive_type: 'LLM_ASSERTION' })
    const assertions = { a: true, b: true, c: true, d: true, e: true, f: { value: false, reasoning: 'r' } }
    assert.deepEqual(stepResult(judge, value(assertions)), { score: 5 / 6, verdict: 'fail', message: null })
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
      steps.map(([weight, required, points, verdict]) => ({
        step: { weight, required },
        result: result(points, verdict),
      })),
      readAggregation({ required_step_failure_behavior: behavior }),
    )
    return [score, verdict]
  }

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

  it('no row passes without its required steps', () => {
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
