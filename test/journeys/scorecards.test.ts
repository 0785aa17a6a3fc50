import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { compare, ScorecardClient } from './support/scorecards.ts'
import { emptySheet, refused, SheetClient } from './support/tables.ts'

describe('scorecards', () => {
  const app = appOfSuite()

  const filled = async (rows: readonly (readonly [string | null, string | null])[]) => {
    const sheet = await emptySheet(app.api)
    const output = await sheet.column('output')
    const expected = await sheet.column('expected')
    if (rows.length > 0)
      await sheet.add(
        rows.map(([a, b]) => ({
          ...(a !== null && { [output.id]: a }),
          ...(b !== null && { [expected.id]: b }),
        })),
      )
    return {
      sheet,
      output: output.id as string,
      expected: expected.id as string,
      scorecard: new ScorecardClient(sheet),
    }
  }

  it('are null before the first configuration, then as they were sent', async () => {
    const { sheet, output, expected, scorecard } = await filled([['a', 'a']])
    assert.deepEqual(await scorecard.read(), {
      success: true,
      scorecard: null,
      latest_calculation: null,
      display_calculation: null,
      criterion_summaries: null,
      drift_summary: null,
      progress: null,
    })
    refused(await sheet.api.post(`${scorecard.path}/recalculate`, {}), 400, 'bad_request')
    refused(await sheet.api.delete(scorecard.path), 404, 'not_found')
    refused(await sheet.api.get(`${scorecard.path}/rows`), 404, 'not_found')
    const empty = await scorecard.configured([])
    assert.deepEqual([empty.status, empty.steps, empty.stale_state], ['needs_setup', [], null])
    const { version_count } = await sheet.read()
    const answer = bodyOf(
      await scorecard.configure([
        compare('equal', 'output', expected, { weight: 2, required: true, thresholds: { pass: 1 } }),
      ]),
      200,
    )
    assert.equal(answer.version, version_count + 1)
    const [step] = answer.scorecard.steps
    assert.equal(answer.scorecard.id, empty.id)
    assert.equal(answer.scorecard.status, 'ready')
    assert.deepEqual(
      [step.title, step.weight, step.required, step.thresholds, step.order_index, step.evidence_mode],
      ['equal', 2, true, { pass: 1, warn: 0.6 }, 0, 'summary'],
    )
    assert.deepEqual(step.source_column_ids, [output, expected])
  })

  it('refuse values of a wrong kind that would be ignored', async () => {
    const { scorecard } = await filled([])
    const refusal = async (primitive_type: string, primitive_config: object, more: object = {}) =>
      refused(
        await scorecard.configure([{ title: 's', primitive_type, primitive_config, ...more }]),
        400,
        'bad_request',
      )
    const average = { source: 'output', aggregation_type: 'average_value' }
    assert.match(await refusal('COLUMN_AGGREGATE', { ...average, score_mode: 7 }), /"s": score_mode must be/)
    assert.match(
      await refusal('COLUMN_AGGREGATE', { ...average, label_source: [] }),
      /"s": label_source must/,
    )
    const calls = { source: 'output', schemas: 'find' }
    assert.match(await refusal('NO_INVALID_TOOL_CALLS', calls), /"s": schemas must be/)
    const unusable = { source: 'output', schemas: { find: { type: 'object', properties: 7 } } }
    assert.match(await refusal('NO_INVALID_TOOL_CALLS', unusable), /"s": schemas must be .* that of find/)
    const structure = { source: 'output', json_schema: { required: 'k' } }
    assert.match(await refusal('STRUCTURE', structure), /json_schema: .*required must be a list of texts/)
    const check = { source: 'output', value: 'x' }
    const high = await refusal('CONTAINS', check, { thresholds: { pass: 7 } })
    assert.match(high, /\.pass: must be a number from 0 to 1/)
    const sent = { aggregation: { method: 'weighted_mean', warn_threshold: 'x' } }
    const { body } = await scorecard.configure([], sent)
    assert.equal(body.message, 'aggregation.warn_threshold: must be a number from 0 to 1')
  })

  it('evaluate columns of the sheet, by id or title; a deleted one may be sent back', async () => {
    const { sheet, output, scorecard } = await filled([])
    const other = await emptySheet(app.api)
    const foreign = await other.column('elsewhere')
    const sent = { evaluated_column_ids: [output, 'expected'] }
    const { evaluated_column_ids } = await scorecard.configured([], sent)
    assert.deepEqual(evaluated_column_ids, sent.evaluated_column_ids)
    const wrong = await scorecard.configure([], { evaluated_column_ids: [output, foreign.id] })
    assert.match(refused(wrong, 400, 'bad_request'), /^evaluated_column_ids\.1: /)
    bodyOf(await app.api.delete(`${sheet.path}/columns/${output}`))
    await scorecard.configured([], sent)
  })

  it('name columns of the sheet as sources by id or title; a deleted one may be sent back', async () => {
    const { sheet, output, expected, scorecard } = await filled([])
    const other = await emptySheet(app.api)
    const foreign = await other.column('elsewhere')
    const step = compare('same', expected, expected)
    const [stored] = (await scorecard.configured([{ ...step, source_column_ids: [output, 'expected'] }]))
      .steps
    assert.deepEqual(stored.source_column_ids, [output, 'expected'])
    for (const wrong of [foreign.id, 'nowhere', ''])
      assert.match(
        refused(
          await scorecard.configure([step, { ...step, source_column_ids: [output, wrong] }]),
          400,
          'bad_request',
        ),
        /^steps\.1\.source_column_ids\.1: /,
      )
    bodyOf(await app.api.delete(`${sheet.path}/columns/${output}`))
    await scorecard.configured([{ ...step, id: stored.id, source_column_ids: stored.source_column_ids }])
    refused(await scorecard.configure([{ ...step, source_column_ids: [output] }]), 400, 'bad_request')
  })

  it('accept the thresholds of a step in either spelling', async () => {
    const { scorecard } = await filled([])
    const thresholds = { pass_threshold: 0.5, warn_threshold: 0.2 }
    const { steps } = await scorecard.configured([compare('same', 'output', 'expected', { thresholds })])
    assert.deepEqual(steps[0].thresholds, { pass: 0.5, warn: 0.2 })
  })

  it('keep the id and the history of a step that is sent with it', async () => {
    const { scorecard } = await filled([])
    const first = await scorecard.configured([
      compare('a', 'output', 'expected'),
      compare('b', 'expected', 'output'),
    ])
    const [a, b] = first.steps
    const second = await scorecard.configured([
      { ...b, order_index: null },
      { ...a, order_index: null, title: 'renamed' },
      compare('c', 'output', 'output'),
    ])
    assert.deepEqual(
      second.steps.slice(0, 2).map((step: { id: string }) => step.id),
      [b.id, a.id],
    )
    assert.equal(second.steps[0].updated_at, b.updated_at)
    assert.notEqual(second.steps[2].id, a.id)
    assert.match(refused(await scorecard.configure([a, a]), 400, 'bad_request'), /another step/)
    const foreign = '0190a0b0-0000-7000-8000-00000000abcd'
    const third = await scorecard.configured([{ ...compare('d', 'output', 'expected'), id: foreign }])
    assert.notEqual(third.steps[0].id, foreign)
  })

  it('refuse steps that cannot be calculated, and name the step', async () => {
    const { scorecard } = await filled([])
    const bad = async (step: object, message: RegExp, more: object = {}) => {
      assert.match(refused(await scorecard.configure([step], more), 400, 'bad_request'), message)
    }
    await bad(compare('gone', 'output', 'nowhere'), /"gone".*nowhere/s)
    await bad({ title: 'no config', primitive_type: 'COMPARE' }, /Step "no config"/)
    await bad(
      { title: 'x', primitive_type: 'COLUMN_AGGREGATE', primitive_config: { source: 'output' } },
      /aggregation_type/,
    )
    await bad(compare('x', 'output', 'expected', { thresholds: { pass: 0.2, warn: 0.9 } }), /thresholds/)
    await bad(compare('x', 'output', 'expected', { weight: -1 }), /weight/)
    await bad(compare('x', 'output', 'expected'), /aggregation/, { aggregation: { method: 'median' } })
    await bad(compare('x', 'output', 'expected'), /baseline_config/, {
      baseline_config: { calculation_id: 'x' },
    })
    const target = { target_column_id: '0190a0b0-0000-7000-8000-00000000abcd' }
    await bad(compare('x', 'output', 'expected', target), /target_column_id/)
    assert.equal((await scorecard.read()).scorecard, null)
  })

  it('score each row and the sheet; missing data never passes', async () => {
    const { output, scorecard } = await filled([
      ['a', 'a'],
      ['a', 'b'],
      ['a', null],
      [null, null],
    ])
    const { steps } = await scorecard.configured([
      compare('equal', 'output', 'expected', { weight: 3 }),
      {
        title: 'short',
        primitive_type: 'COUNT',
        primitive_config: { source: output, type: 'chars', max_count: 3 },
      },
      {
        title: 'most frequent',
        primitive_type: 'COLUMN_AGGREGATE',
        primitive_config: { source: 'output', aggregation_type: 'most_frequent_value', score_mode: 'info' },
      },
    ])
    const calculation = await scorecard.calculated()
    const [equal, short, frequent] = steps.map(
      ({ id }: { id: string }) => calculation.criterion_summaries[id],
    )
    assert.deepEqual([equal.score, equal.pass_count, equal.fail_count, equal.skipped_count], [0.5, 1, 1, 2])
    assert.deepEqual([short.score, short.pass_count, short.skipped_count], [1, 3, 1])
    assert.deepEqual(
      [frequent.value, frequent.verdict, frequent.included_count, frequent.excluded_count],
      ['a', 'skipped', 3, 1],
    )
    assert.equal(calculation.aggregate_score, (3 * 0.5 + 1) / 4)
    assert.equal(calculation.aggregate_verdict, 'warn')
    const { rows, verdict_counts, next_cursor } = await scorecard.rows()
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [
        row['row_index'],
        row['aggregate_score'],
        row['aggregate_verdict'],
      ]),
      [
        [0, 1, 'pass'],
        [1, 0.25, 'fail'],
        [2, 1, 'warn'],
        [3, null, 'skipped'],
      ],
    )
    assert.deepEqual(verdict_counts, { pass: 1, warn: 1, fail: 1, error: 0, skipped: 1 })
    assert.equal(next_cursor, null)
    const row = await scorecard.row(2)
    const result = row.step_results[steps[0].id]
    assert.deepEqual([result.score, result.verdict, result.raw_value], [null, 'skipped', null])
    assert.match(result.error_message, /"expected" has no value/)
    const { scorecard: shown, progress, display_calculation } = await scorecard.read()
    assert.deepEqual([shown.status, shown.stale_state.is_stale], ['completed', false])
    assert.deepEqual(
      [progress.scored_rows, progress.total_rows, progress.partial_score],
      [4, 4, calculation.aggregate_score],
    )
    assert.equal(display_calculation.id, calculation.id)
  })

  it('check names and arguments of tool calls; calls without arguments are not judged', async () => {
    const call = (name: string, rest: object) =>
      JSON.stringify([{ role: 'assistant', tool_calls: [{ function: { name, ...rest } }] }])
    const { scorecard } = await filled([
      [call('find', { arguments: '{"city":"Rome"}' }), null],
      [call('find', { arguments: '{"city":7}' }), null],
      [call('drop', { arguments: '{"city":"Rome"}' }), null],
      [call('find', {}), null],
    ])
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const schemas = [{ type: 'function', function: { name: 'find', parameters } }]
    await scorecard.configured([
      {
        title: 'valid calls',
        primitive_type: 'NO_INVALID_TOOL_CALLS',
        primitive_config: { source: 'output', schemas },
      },
    ])
    await scorecard.calculated()
    const { rows } = await scorecard.rows()
    assert.deepEqual(
      rows.map(({ aggregate_verdict }: { aggregate_verdict: string }) => aggregate_verdict),
      ['pass', 'fail', 'fail', 'skipped'],
    )
  })

  it('page through rows by index and verdict', async () => {
    const { scorecard } = await filled(
      Array.from({ length: 9 }, (_, index) => ['a', index % 3 === 0 ? 'b' : 'a'] as const),
    )
    await scorecard.configured([compare('equal', 'output', 'expected')])
    await scorecard.calculated()
    const counts: number[] = []
    let cursor: number | null = null
    do {
      const page = await scorecard.rows(`?limit=2&verdict=pass${cursor === null ? '' : `&cursor=${cursor}`}`)
      counts.push(...page.rows.map((row: { row_index: number }) => row.row_index))
      cursor = page.next_cursor
    } while (cursor !== null)
    assert.deepEqual(counts, [1, 2, 4, 5, 7, 8])
  })

  it('follow rows that move up, and drop deleted rows', async () => {
    const { sheet, scorecard } = await filled([
      ['a', 'b'],
      ['a', 'a'],
    ])
    await scorecard.configured([compare('equal', 'output', 'expected')])
    await scorecard.calculated()
    bodyOf(await sheet.api.delete(`${sheet.path}/rows`, {}, { row_indices: [0] }))
    assert.equal((await scorecard.row(0)).aggregate_verdict, 'pass')
    refused(await sheet.api.get(`${scorecard.path}/rows/1`), 404, 'not_found')
    const { scorecard: shown } = await scorecard.read()
    assert.deepEqual(shown.stale_state.reasons, ['rows_removed'])
  })

  it('name the stale rows and steps, and keep the result', async () => {
    const { sheet, output, expected, scorecard } = await filled([
      ['a', 'a'],
      ['b', 'b'],
    ])
    const other = await sheet.column('unread')
    const { steps } = await scorecard.configured([compare('equal', 'output', 'expected')])
    const calculation = await scorecard.calculated()
    const stale = async () => (await scorecard.read()).scorecard
    await sheet.write(1, other.id, { value: 'not read by any step' })
    assert.equal((await stale()).status, 'completed')
    await sheet.write(1, output, { value: 'c' })
    const changed = await stale()
    assert.deepEqual([changed.status, changed.stale_state.reasons], ['stale', ['source_cells_changed']])
    assert.deepEqual(changed.stale_state.stale_row_indices, [1])
    assert.deepEqual((await scorecard.row(1)).stale_state, {
      is_stale: true,
      reasons: ['source_cells_changed'],
    })
    assert.equal((await scorecard.row(0)).stale_state.is_stale, false)
    await sheet.write(1, output, { value: 'b' })
    assert.equal((await stale()).status, 'completed')
    await sheet.add([{ [output]: 'x', [expected]: 'y' }])
    assert.deepEqual((await stale()).stale_state.reasons, ['rows_added'])
    await scorecard.configured([{ ...steps[0], weight: 5 }])
    assert.deepEqual((await stale()).stale_state.reasons, ['aggregation_changed', 'rows_added'])
    await scorecard.configured([
      {
        ...steps[0],
        primitive_config: { sources: ['output', 'unread'], comparison_type: { type: 'STRING' } },
      },
    ])
    const edited = await stale()
    assert.deepEqual(
      [edited.stale_state.reasons, edited.stale_state.stale_step_ids],
      [['steps_changed', 'rows_added'], [steps[0].id]],
    )
    assert.equal((await scorecard.read()).display_calculation.id, calculation.id)
  })

  it('score stale cells as they are, and list them; renaming a column has no effect', async () => {
    const { sheet, output, scorecard } = await filled([
      ['aa', 'x'],
      ['b', 'x'],
    ])
    await sheet.column('length', 'COUNT', { source: 'output', type: 'chars' })
    await scorecard.configured([
      {
        title: 'long',
        primitive_type: 'CODE_EXECUTION',
        primitive_config: { language: 'JAVASCRIPT', code: 'return data["length"] > 1' },
      },
    ])
    while ((await sheet.counts()).status_counts.COMPLETED < 2) await sleep(15)
    await sheet.write(0, output, { value: 'c' })
    await scorecard.calculated()
    const { scorecard: shown } = await scorecard.read()
    assert.deepEqual(
      [shown.stale_state.reasons, shown.stale_state.stale_row_indices],
      [['source_cells_stale'], [0]],
    )
    const { rows } = await scorecard.rows()
    assert.deepEqual(
      rows.map((row: { aggregate_verdict: string }) => row.aggregate_verdict),
      ['pass', 'fail'],
    )
  })

  it('have an error in rows where a column that their code reads has failed', async () => {
    const { sheet, output, scorecard } = await filled([
      ['a', null],
      ['b', null],
    ])
    const code = `if (data.output === 'bad') throw new Error('as told'); return null`
    await sheet.column('made', 'CODE_EXECUTION', { language: 'JAVASCRIPT', code })
    const untilStates = async (completed: number, failed: number) => {
      await until(
        () => sheet.counts(),
        ({ status_counts: { COMPLETED, FAILED } }) => COMPLETED === completed && FAILED === failed,
      )
    }
    await untilStates(2, 0)
    const step = (title: string, text: string) => ({
      title,
      primitive_type: 'CODE_EXECUTION',
      primitive_config: { language: 'JAVASCRIPT', code: text },
    })
    const byName = step('by name', 'return data["made"] === null')
    await scorecard.configured([byName])
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'pass')

    await sheet.write(1, output, { value: 'bad' })
    bodyOf(await sheet.api.post(`${sheet.path}/operations`, {}), 202)
    await untilStates(1, 1)
    assert.deepEqual((await scorecard.read()).scorecard.stale_state.stale_row_indices, [1])
    const wholeRow = step('the whole row', 'return Object.keys(data).length > 0')
    const { steps } = await scorecard.configured([byName, wholeRow])
    assert.equal((await scorecard.calculated()).aggregate_score, 0.5)
    const row = await scorecard.row(1)
    assert.equal(row.aggregate_verdict, 'error')
    for (const { id } of steps) {
      const { score, verdict, error_message } = row.step_results[id]
      assert.deepEqual([score, verdict], [null, 'error'])
      assert.match(error_message, /"made" failed/)
    }
  })

  it('are skipped in rows where a column that their code reads has no result yet', async () => {
    const { sheet, scorecard } = await filled([['a', null]])
    const rating = { data_type: 'number', ui_element: { type: 'number' } }
    const { id } = await sheet.column('rating', 'HUMAN', rating)
    const step = (title: string, code: string) => ({
      title,
      primitive_type: 'CODE_EXECUTION',
      primitive_config: { language: 'JAVASCRIPT', code },
    })
    const { steps } = await scorecard.configured([
      step('by name', 'return data["rating"] !== 1'),
      step('the whole row', 'return Object.values(data).every((one) => one !== 1)'),
      step('not written', 'return data["expected"] === null'),
    ])
    assert.notEqual((await scorecard.calculated()).aggregate_verdict, 'pass')
    const verdicts = async () => {
      const { step_results } = await scorecard.row(0)
      return steps.map((one: { id: string }) => step_results[one.id].verdict)
    }
    assert.deepEqual(await verdicts(), ['skipped', 'skipped', 'pass'])
    await sheet.write(0, id, { value: 2 })
    assert.equal((await scorecard.calculated()).aggregate_verdict, 'pass')
    assert.deepEqual(await verdicts(), ['pass', 'pass', 'pass'])
  })

  it('name columns by title or id, and keep their sources after a rename', async () => {
    const { sheet, output, scorecard } = await filled([['a', 'a']])
    await scorecard.configured([compare('equal', 'output', 'expected')])
    await scorecard.calculated()
    bodyOf(await sheet.api.patch(`${sheet.path}/columns/${output}`, { title: 'renamed' }))
    await sheet.column('output')
    assert.equal((await scorecard.read()).scorecard.status, 'completed')
    assert.equal((await scorecard.calculated()).aggregate_score, 1)
    bodyOf(await sheet.api.delete(`${sheet.path}/columns/${output}`))
    const broken = await scorecard.calculated()
    assert.equal(broken.aggregate_verdict, 'error')
    assert.match((await scorecard.row(0)).error_summary, /no such column/)
  })

  it('have the drift from the previous calculation and from a pinned one', async () => {
    const rows = Array.from({ length: 8 }, () => ['a', 'b'] as const)
    const { sheet, output, scorecard } = await filled(rows)
    const { steps } = await scorecard.configured([compare('equal', 'output', 'expected')])
    const first = await scorecard.calculated()
    assert.equal(first.drift_summary, null)
    for (let row = 0; row < 8; row++) await sheet.write(row, output, { value: 'b' })
    const second = await scorecard.calculated()
    const { score_delta, verdict_from, verdict_to, rows: changes, comparison } = second.drift_summary
    assert.deepEqual([score_delta, verdict_from, verdict_to], [1, 'fail', 'pass'])
    assert.deepEqual([changes.improved, changes.regressed, comparison.finding], [8, 0, 'better'])
    const row = await scorecard.row(3)
    assert.deepEqual(
      [row.drift_summary.previous_calculation_id, row.drift_summary.score_delta],
      [first.id, 1],
    )
    await sheet.write(0, output, { value: 'x' })
    await scorecard.configured(steps, { baseline_config: { calculation_id: first.id } })
    const third = await scorecard.calculated()
    assert.equal(third.drift_summary.previous_calculation_id, first.id)
    assert.equal(third.drift_summary.rows.improved, 7)
    await scorecard.configured([
      {
        ...steps[0],
        primitive_config: { sources: ['expected', 'output'], comparison_type: { type: 'STRING' } },
      },
    ])
    const fourth = await scorecard.calculated()
    assert.deepEqual([fourth.drift_summary.evaluator_changed, fourth.drift_summary.score_delta], [true, null])
  })

  it('calculate some rows or steps anew and keep valid results', async () => {
    const { sheet, output, scorecard } = await filled([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
    const { steps } = await scorecard.configured([
      compare('equal', 'output', 'expected'),
      {
        title: 'when',
        primitive_type: 'CODE_EXECUTION',
        primitive_config: { language: 'JAVASCRIPT', code: 'return data["output"] !== ""' },
      },
    ])
    await scorecard.calculated()
    const before = await Promise.all([0, 1, 2].map((index) => scorecard.row(index)))
    await sheet.write(2, output, { value: 'changed' })
    await scorecard.calculated({ row_indices: [0], step_ids: [steps[1].id] })
    const after = await Promise.all([0, 1, 2].map((index) => scorecard.row(index)))
    const [equal, when] = steps.map(({ id }: { id: string }) => id)
    assert.deepEqual(after[1].step_results, before[1].step_results)
    assert.deepEqual(after[0].step_results[equal], before[0].step_results[equal])
    assert.ok(after[0].step_results[when].computed_at > before[0].step_results[when].computed_at)
    assert.deepEqual(
      [after[2].step_results[equal].verdict, after[2].aggregate_verdict],
      ['skipped', 'skipped'],
    )
    assert.match(after[2].step_results[equal].error_message, /scope/)
    const refusal = await sheet.api.post(`${scorecard.path}/recalculate`, { row_indices: [3] })
    assert.match(refused(refusal, 400, 'bad_request'), /row 3/)
    const unknown = await sheet.api.post(`${scorecard.path}/recalculate`, { step_ids: [output] })
    assert.match(refused(unknown, 400, 'bad_request'), /step/)
  })

  it('are deleted without the score configuration, and a new one starts afresh', async () => {
    const { sheet, output, scorecard } = await filled([['yes', 'x']])
    bodyOf(await sheet.api.patch(`${sheet.path}/score`, { score_type: 'boolean', column_ids: [output] }))
    await scorecard.configured([compare('equal', 'output', 'expected')])
    const old = await scorecard.calculated()
    bodyOf(await sheet.api.delete(scorecard.path))
    assert.equal((await scorecard.read()).scorecard, null)
    refused(await sheet.api.get(`${scorecard.path}/calculations/${old.id}`), 404, 'not_found')
    assert.equal(bodyOf(await sheet.api.get(`${sheet.path}/score`)).score_configuration.score_type, 'boolean')
    await scorecard.configured([compare('equal', 'output', 'expected')])
    assert.equal((await scorecard.calculated()).drift_summary, null)
  })

  it('are copied with their sheet, without results; the copy is scored on its own', async () => {
    const { sheet, output, scorecard } = await filled([
      ['a', 'a'],
      ['b', 'x'],
    ])
    bodyOf(await sheet.api.patch(`${sheet.path}/score`, { score_type: 'boolean', column_ids: [output] }))
    const steps = [compare('equal', 'output', 'expected', { weight: 3 })]
    await scorecard.configured(steps)
    const calculation = await scorecard.calculated()
    await scorecard.configured(steps, { baseline_config: { calculation_id: calculation.id } })
    bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'before' }), 201)

    const { id } = bodyOf(await sheet.api.post(`${sheet.path}/duplicate`, {}), 201).sheet
    const copy = new SheetClient(app.api, sheet.table, id)
    const copied = new ScorecardClient(copy)
    const before = await copied.read()
    assert.deepEqual(
      [before.scorecard.status, before.scorecard.steps[0].weight, before.scorecard.baseline_config],
      ['ready', 3, null],
    )
    assert.deepEqual([before.latest_calculation, before.display_calculation], [null, null])
    refused(await app.api.get(`${copied.path}/calculations/${calculation.id}`), 404, 'not_found')
    assert.deepEqual(bodyOf(await app.api.get(`${copy.path}/versions`)).data, [])
    const history = bodyOf(await app.api.get(`${copy.path}/versions/score-history`)).score_history
    assert.equal(history.total_points, 0)
    const again = await copied.calculated()
    assert.deepEqual([again.aggregate_score, again.drift_summary], [calculation.aggregate_score, null])
    const { latest_calculation } = await scorecard.read()
    assert.equal(latest_calculation.id, calculation.id)
  })

  it('do not exist for another workspace', async () => {
    const { sheet, scorecard } = await filled([['a', 'a']])
    const { steps } = await scorecard.configured([compare('equal', 'output', 'expected')])
    const { id } = await scorecard.calculated()
    const { api } = await app.newWorkspace()
    for (const path of ['', '/rows', '/rows/0', `/calculations/${id}`])
      refused(await api.get(`${scorecard.path}${path}`), 404, 'not_found')
    for (const path of ['/recalculate', '/cancel', '/migrate-legacy-score'])
      refused(await api.post(`${scorecard.path}${path}`, {}), 404, 'not_found')
    const mine = new ScorecardClient(await emptySheet(api))
    await mine.configured([])
    refused(await api.get(`${mine.path}/calculations/${id}`), 404, 'not_found')
    refused(await api.get(`${mine.path}/rows?calculation_id=${id}`), 404, 'not_found')
    refused(await api.post(`${mine.path}/recalculate`, { step_ids: [steps[0].id] }), 400, 'bad_request')
    assert.equal((await scorecard.read()).scorecard.status, 'completed', sheet.id)
  })
})
