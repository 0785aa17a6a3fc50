import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { seededRandom } from '../statistics/index.ts'
import {
  AggregateStep,
  driftOf,
  driftSummary,
  type Measured,
  readAggregation,
  readStep,
  SheetCalculation,
  type Step,
  type StepInput,
  type StepOutcome,
  type StepResult,
  staleState,
  stepResult,
  stepTask,
  type Verdict,
} from './index.ts'

const step = (rest: Partial<StepInput> = {}): Step =>
  readStep({ id: 's', title: 'Check', primitive_type: 'CODE_EXECUTION', ...rest }, 0)
const aggregation = readAggregation({})
const value = (content: Json): StepOutcome => ({ kind: 'value', value: content })

describe('SheetCalculation', () => {
  const [check, whole] = [step({ id: 'check' }), step({ id: 'whole', weight: 3, required: true })]
  const calculate = (values: readonly (Json | Error)[], column?: StepResult) => {
    const calculation = new SheetCalculation([check, whole], aggregation)
    for (const item of values) {
      const outcome: StepOutcome = item instanceof Error ? { kind: 'failed', message: '' } : value(item)
      calculation.addRow(new Map([['check', stepResult(check, outcome)]]))
    }
    if (column) calculation.addColumnResult('whole', column)
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

  it('ten passes in ten still have an interval', () => {
    const intervalOf = (values: readonly Json[]) => calculate(values).criteria.get('check')!.interval!
    const { low, high } = intervalOf(Array.from({ length: 10 }, () => true))
    assert.deepEqual([low.toFixed(4), high.toFixed(4)], ['0.7225', '1.0000'])
    assert.equal(intervalOf([0.5, 1, 0, 0.25]).method, 'bootstrap')
  })

  it('does not pass with missing rows', () => {
    assert.equal(calculate([true, true, null], passed).verdict, 'warn')
    assert.equal(calculate([true, true, true, true, new Error()], passed).verdict, 'warn')
    assert.equal(calculate([true, true], { score: 0, verdict: 'fail', message: null }).verdict, 'fail')
    assert.equal(calculate([true, true]).verdict, 'pass')
    assert.equal(calculate([new Error()]).verdict, 'error')
    assert.deepEqual([calculate([]).score, calculate([]).verdict], [null, 'skipped'])
  })
})

describe('SheetCalculation of steps that rows lack', () => {
  const skipped: StepResult = { score: null, verdict: 'skipped', message: '' }
  const passed: StepResult = { score: 1, verdict: 'pass', message: null }
  const failed: StepResult = { score: 0, verdict: 'fail', message: null }
  const verdictOf = (rest: Partial<StepInput>, results: readonly StepResult[], behavior = 'fail') => {
    const steps = [step({ id: 'heavy', weight: 9 }), step({ id: 'light', ...rest })]
    const calculation = new SheetCalculation(
      steps,
      readAggregation({ required_step_failure_behavior: behavior }),
    )
    const rows = results.map(
      (light) =>
        calculation.addRow(
          new Map([
            ['heavy', passed],
            ['light', light],
          ]),
        ).verdict,
    )
    return [...rows, calculation.result(seededRandom(1)).verdict]
  }

  it('does not pass if a required step failed or was skipped in all rows', () => {
    assert.deepEqual(verdictOf({ required: true }, [failed, failed]), ['fail', 'fail', 'fail'])
    assert.deepEqual(verdictOf({ required: true }, [skipped, skipped]), ['fail', 'fail', 'fail'])
    assert.deepEqual(verdictOf({ required: true }, [skipped, skipped], 'warn'), ['warn', 'warn', 'warn'])
    assert.deepEqual(verdictOf({ required: true }, [failed, failed], 'error'), ['error', 'error', 'error'])
    assert.deepEqual(verdictOf({ required: true }, [skipped, passed]), ['fail', 'pass', 'warn'])
    const one = [failed, ...Array.from({ length: 9 }, () => passed)]
    assert.equal(verdictOf({ required: true }, one).at(-1), 'pass')
  })

  it('does not pass if a step has no result in any row', () => {
    assert.deepEqual(verdictOf({}, [skipped, skipped]), ['pass', 'pass', 'warn'])
    assert.deepEqual(verdictOf({}, [skipped, passed]), ['pass', 'pass', 'pass'])
    assert.deepEqual(verdictOf({ weight: 0 }, [skipped, skipped]), ['pass', 'pass', 'pass'])
  })

  it('does not pass if a step was left out', () => {
    const leftOut = { ...skipped, isLeftOut: true }
    assert.deepEqual(verdictOf({}, [leftOut, passed]), ['warn', 'pass', 'warn'])
    assert.deepEqual(verdictOf({ weight: 0 }, [leftOut, passed]), ['pass', 'pass', 'pass'])
    const whole = new SheetCalculation([step({ id: 'a' }), step({ id: 'b' })], aggregation)
    whole.addColumnResult('a', passed)
    whole.addColumnResult('b', leftOut)
    assert.equal(whole.result(seededRandom(1)).verdict, 'warn')
  })

  it('reaches a threshold that binary fractions would miss', () => {
    const steps = [0.4, 0.3, 0.1, 0.2].map((weight, index) => step({ id: `s${index}`, weight }))
    const calculation = new SheetCalculation(steps, aggregation)
    const row = calculation.addRow(new Map(steps.map(({ id }, index) => [id, index < 3 ? passed : failed])))
    const sheet = calculation.result(seededRandom(1))
    assert.deepEqual([row.score, row.verdict, sheet.score, sheet.verdict], [0.8, 'pass', 0.8, 'pass'])
    const tenths = new SheetCalculation([step()], aggregation)
    for (let count = 0; count < 10; count++)
      tenths.addRow(new Map([['s', { score: 0.8, verdict: 'pass', message: null }]]))
    assert.equal(tenths.result(seededRandom(1)).verdict, 'pass')
  })

  it('accepts the largest weights and scales', () => {
    const steps = [step({ id: 'a', weight: 1e308 }), step({ id: 'b', weight: 1e308 })]
    const calculation = new SheetCalculation(steps, aggregation)
    const results = new Map([
      ['a', passed],
      ['b', failed],
    ])
    assert.equal(calculation.addRow(results).score, 0.5)
    const scale = { type: 'linear', min: -1.7e308, max: 1.7e308 }
    assert.equal(stepResult(step({ score_adapter: scale }), value(0)).score, 0.5)
  })
})

describe('SheetCalculation without row steps', () => {
  const calculate = (excluded: number, weight = 1) => {
    const calculation = new SheetCalculation(
      [step({ id: 'whole', weight }), step({ id: 'other' })],
      aggregation,
    )
    calculation.addRow(new Map())
    calculation.addColumnResult('whole', { score: 1, verdict: 'pass', message: null }, excluded)
    calculation.addColumnResult('other', { score: 1, verdict: 'pass', message: null })
    return calculation.result(seededRandom(1)).verdict
  }

  it('does not pass if a column has no score, unless it is shown for information', () => {
    const verdictWith = (method: 'addColumnResult' | 'addInformation', weight = 1) => {
      const calculation = new SheetCalculation([step({ id: 'a' }), step({ id: 'b', weight })], aggregation)
      calculation.addColumnResult('a', { score: 1, verdict: 'pass', message: null })
      calculation[method]('b', { score: null, verdict: 'skipped', message: 'no number' })
      return calculation.result(seededRandom(1)).verdict
    }
    assert.equal(verdictWith('addColumnResult'), 'warn')
    assert.equal(verdictWith('addColumnResult', 0), 'pass')
    assert.equal(verdictWith('addInformation'), 'pass')
  })

  it('passes without judged rows, but not with omitted cells', () => {
    assert.equal(calculate(0), 'pass')
    assert.equal(calculate(1), 'warn')
    assert.equal(calculate(1, 0), 'pass')
  })
})

describe('AggregateStep', () => {
  const run = (config: Record<string, Json>, values: readonly Json[], rest: Partial<StepInput> = {}) => {
    const made = step({
      primitive_type: 'COLUMN_AGGREGATE',
      primitive_config: { source: 'c', ...config },
      ...rest,
    })
    const task = stepTask(made)
    assert.ok(task.kind === 'aggregate')
    const aggregate = new AggregateStep(made, task)
    for (const [index, one] of values.entries()) aggregate.add('COMPLETED', one, `row ${index}`)
    const { score, verdict, value: result, label, included, excluded } = aggregate.result()
    return [score, verdict, result, label, included, excluded]
  }

  it('has four aggregations, divided by score_max', () => {
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
    const judged = (values: readonly Json[], pass: number, score_max = 1) =>
      run({ aggregation_type: 'average_value', score_max }, values, { thresholds: { pass, warn: 0 } }).slice(
        0,
        2,
      )
    assert.deepEqual(judged([0.7, 0.7, 0.7], 0.7), [0.7, 'pass'])
    assert.deepEqual(judged([9.6], 0.8, 12), [0.8, 'pass'])
    assert.deepEqual(run({ aggregation_type: 'max_value' }, [4, 5]), [1, 'pass', 5, 'row 1', 2, 0])
    assert.deepEqual(run({ aggregation_type: 'average_value' }, [true, 'no']), [0.5, 'fail', 0.5, null, 2, 0])
  })

  it('counts the configured kinds of values, as a legacy score does', () => {
    const average = (config: Record<string, Json>, values: readonly Json[]) => {
      const [score, , , , included, excluded] = run({ aggregation_type: 'average_value', ...config }, values)
      return [score, included, excluded]
    }
    const mixed = ['true', '1', '0.5', 'maybe']
    assert.deepEqual(average({}, mixed), [null, 0, 4])
    assert.deepEqual(average({ score_type: 'boolean' }, mixed), [1, 1, 3])
    assert.deepEqual(average({ score_type: 'numeric' }, mixed), [0.75, 2, 2])
    const judged = [{ 'Is it polite?': true, 'Is it short?': false }]
    const joined = (assertion_aggregation: string) => average({ assertion_aggregation }, judged)[0]
    assert.deepEqual([joined('all'), joined('any'), joined('mean'), joined('none')], [0, 1, 0.5, null])
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

  it('counts rows and states the significance', () => {
    const calculation = (id: string, scores: readonly (number | null)[]) => ({
      id,
      total: measured(0.5, 'fail'),
      steps: new Map([['s', measured(0.5, 'fail')]]),
      rows: new Map(scores.map((score, index) => [`r${index}`, measured(score, 'pass')] as const)),
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
  const none = { changed: [], stale: [], added: [], removed: 0, leftOut: [] }
  const asBefore = { changed: new Set<string>(), leftOut: new Set<string>() }

  it('names the reason, the rows and the steps', () => {
    assert.equal(staleState(basis, steps, 'h', none, asBefore).isStale, false)
    assert.deepEqual(staleState(basis, steps, 'other', none, asBefore).reasons, ['aggregation_changed'])
    const changed = staleState(
      basis,
      [steps[0]!, step({ id: 'b' }), step({ id: 'c' })],
      'other',
      none,
      asBefore,
    )
    assert.deepEqual(
      [changed.reasons, changed.stepIds],
      [
        ['steps_changed', 'steps_added'],
        ['b', 'c'],
      ],
    )
    assert.deepEqual(staleState(basis, [steps[0]!], 'other', none, asBefore).reasons, ['steps_removed'])
    const rows = staleState(
      basis,
      steps,
      'h',
      { changed: [7, 2], stale: [2], added: [9], removed: 1, leftOut: [4] },
      { changed: new Set(['b']), leftOut: new Set(['a']) },
    )
    assert.deepEqual(rows.reasons, [
      'source_cells_changed',
      'source_cells_stale',
      'rows_added',
      'rows_removed',
      'steps_left_out',
    ])
    assert.deepEqual(
      [rows.rowIndexes, rows.stepIds],
      [
        [2, 4, 7, 9],
        ['b', 'a'],
      ],
    )
  })
})
