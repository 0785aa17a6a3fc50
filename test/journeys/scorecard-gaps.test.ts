import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { ScorecardClient } from './support/scorecards.ts'
import { emptySheet } from './support/tables.ts'

const is = (column: string, target: string, more: object = {}) => ({
  title: `${column} is ${target}`,
  primitive_type: 'COMPARE',
  primitive_config: { sources: [column], target },
  ...more,
})
const average = (source: string) => ({
  title: `average of ${source}`,
  primitive_type: 'COLUMN_AGGREGATE',
  primitive_config: { source, aggregation_type: 'average_value', score_mode: 'score', score_max: 1 },
})

describe('missing judgements of a calculation', () => {
  const app = appOfSuite()

  /** Rows of two texts. */
  const filled = async (rows: readonly (readonly [string, string])[]) => {
    const sheet = await emptySheet(app.api)
    const [a, b] = [await sheet.column('a'), await sheet.column('b')]
    await sheet.add(rows.map(([first, second]) => ({ [a.id]: first, [b.id]: second })))
    const scorecard = new ScorecardClient(sheet)
    const stale = async () => (await scorecard.read()).scorecard.stale_state
    return { sheet, a: a.id as string, b: b.id as string, scorecard, stale }
  }
  const good = ['yes', '1'] as const

  it('do not pass: a step outside the scope of changed rows', async () => {
    const { sheet, b, scorecard, stale } = await filled([good, good, good, good])
    const { steps } = await scorecard.configured([is('a', 'yes'), is('b', '1')])
    await scorecard.calculated()
    await sheet.write(2, b, { value: '0' })
    const some = await scorecard.calculated({ row_indices: [1] })
    assert.equal(some.aggregate_verdict, 'warn')
    assert.equal((await scorecard.row(2)).aggregate_verdict, 'warn')
    const { is_stale, reasons, stale_row_indices, stale_step_ids } = await stale()
    assert.deepEqual(
      [is_stale, reasons, stale_row_indices, stale_step_ids],
      [true, ['steps_left_out'], [2], [steps[1].id]],
    )
    const whole = await scorecard.calculated()
    assert.deepEqual([whole.aggregate_score, (await stale()).is_stale], [0.875, false])
  })

  it('do not pass: steps outside every scope', async () => {
    const { scorecard, stale } = await filled([good, good])
    const { steps } = await scorecard.configured([is('a', 'yes'), is('b', 'never')])
    const { aggregate_verdict } = await scorecard.calculated({ step_ids: [steps[0].id] })
    assert.equal(aggregate_verdict, 'warn')
    assert.deepEqual((await stale()).stale_row_indices, [0, 1])
  })

  it('do not pass: rows whose cell of an optional step is empty', async () => {
    const { sheet, a, scorecard } = await filled([good])
    await sheet.add([{ [a]: 'yes' }, { [a]: 'yes' }])
    await scorecard.configured([is('a', 'yes'), is('b', '1')])
    const { aggregate_score, aggregate_verdict, criterion_summaries, coverage } = await scorecard.calculated()
    assert.deepEqual([aggregate_score, aggregate_verdict, coverage.missing_cells], [1, 'warn', 2])
    const [, ofB] = Object.values(criterion_summaries) as { verdict: string; skipped_count: number }[]
    assert.deepEqual([ofB!.verdict, ofB!.skipped_count], ['pass', 2])
    const verdicts = [0, 1, 2].map(async (index) => (await scorecard.row(index)).aggregate_verdict)
    assert.deepEqual(await Promise.all(verdicts), ['pass', 'warn', 'warn'])
    await scorecard.configured([is('a', 'yes'), is('b', '1', { weight: 0 })])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'pass')
  })

  it('do not pass: a column whose most frequent value is not a number, unless it is shown for information', async () => {
    const { scorecard } = await filled([good, good])
    const frequent = (score_mode: string) => ({
      ...average('a'),
      primitive_config: { source: 'a', aggregation_type: 'most_frequent_value', score_mode },
    })
    await scorecard.configured([is('b', '1'), frequent('score')])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'warn')
    await scorecard.configured([is('b', '1'), frequent('info')])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'pass')
  })

  it('do not pass: a required step whose column is empty', async () => {
    const { sheet, scorecard } = await filled([good, good])
    await sheet.column('safe')
    await scorecard.configured([is('a', 'yes'), is('safe', 'yes', { required: true })])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'fail')
  })

  it('make the calculation stale if a column that it read is deleted', async () => {
    const { sheet, a, b, scorecard, stale } = await filled([good, ['', '1'], good])
    const { steps } = await scorecard.configured([is('a', 'yes'), average('b')])
    await scorecard.calculated()
    assert.equal((await stale()).is_stale, false)
    bodyOf(await sheet.api.delete(`${sheet.path}/columns/${a}`))
    const rows = await stale()
    assert.deepEqual([rows.reasons, rows.stale_row_indices], [['source_cells_changed'], [0, 1, 2]])
    await scorecard.calculated()
    assert.equal((await stale()).is_stale, false)
    bodyOf(await sheet.api.delete(`${sheet.path}/columns/${b}`))
    assert.deepEqual((await stale()).stale_step_ids, [steps[1].id])
  })

  it('make the calculation stale if its code reads a column by a title that no longer exists', async () => {
    const { sheet, a, scorecard, stale } = await filled([good, good])
    await scorecard.configured([
      {
        title: 'code',
        primitive_type: 'CODE_EXECUTION',
        primitive_config: { language: 'JAVASCRIPT', code: 'return data["a"] === "yes"' },
      },
    ])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'pass')
    bodyOf(await sheet.api.patch(`${sheet.path}/columns/${a}`, { title: 'renamed' }))
    assert.deepEqual((await stale()).stale_row_indices, [0, 1])
  })

  it('make the calculation stale if an aggregate of a column included stale cells', async () => {
    const { sheet, b, scorecard, stale } = await filled([good, good, good])
    await sheet.column('share', 'MATH_OPERATOR', { sources: ['b'], operator: 'ge', value: 1 })
    while ((await sheet.counts()).status_counts.COMPLETED < 3) await sleep(15)
    await scorecard.configured([average('share')])
    await sheet.write(0, b, { value: '2' })
    await sheet.write(1, b, { value: '3' })
    await scorecard.calculated()
    const { reasons, stale_row_indices } = await stale()
    assert.deepEqual([reasons, stale_row_indices], [['source_cells_stale'], [0, 1]])
  })

  it('give no finding for two different scorecards', async () => {
    const { sheet, scorecard } = await filled(Array.from({ length: 10 }, () => good))
    await scorecard.configured([is('a', 'yes')])
    const first = await scorecard.calculated()
    await scorecard.configured([is('a', 'no')])
    const second = await scorecard.calculated()
    const query = `calculation_id=${first.id}&with_calculation_id=${second.id}`
    const { comparison } = bodyOf(await sheet.api.get(`${sheet.path}/compare?${query}`))
    assert.equal(comparison.finding, 'not comparable')
    assert.match(comparison.text, /^Not comparable, the scorecard is not the same: -1\.000/)
  })
})
