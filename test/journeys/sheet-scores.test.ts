import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { untilQuiet } from './support/runs.ts'
import { compare, ScorecardClient, slowly } from './support/scorecards.ts'
import { emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('scores of sheets', () => {
  const app = appOfSuite()

  const createSheet = async (values: Readonly<Record<string, readonly unknown[]>>) => {
    const sheet = await emptySheet(app.api)
    const ids: Record<string, string> = {}
    for (const title of Object.keys(values)) ids[title] = (await sheet.column(title)).id
    const count = Object.values(values)[0]!.length
    const rows = Array.from({ length: count }, (_, index) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([title, all]) =>
          all[index] == null ? [] : [[ids[title], all[index]]],
        ),
      ),
    )
    await sheet.add(rows)
    return { sheet, ids }
  }
  const read = async (sheet: SheetClient) => bodyOf(await sheet.api.get(`${sheet.path}/score`))
  const configure = (sheet: SheetClient, body: object) => sheet.api.patch(`${sheet.path}/score`, body)
  const calculated = async (sheet: SheetClient) => {
    bodyOf(await sheet.api.post(`${sheet.path}/score`), 202)
    return until(
      () => read(sheet),
      (score) => score.status === 'completed' || score.status === 'failed',
    )
  }

  it('are inferred from output columns, or else from boolean columns, if no score is configured', async () => {
    const { sheet, ids } = await createSheet({ text: ['a', 'b', 'c'] })
    const nothing = await read(sheet)
    assert.deepEqual(
      [nothing.score_type, nothing.overall_score, nothing.status, nothing.total_rows, nothing.scored_rows],
      ['none', null, null, 3, 0],
    )
    const check = await sheet.column('check', 'CONTAINS', { source: 'text', value: 'a' })
    while ((await sheet.counts()).status_counts.COMPLETED < 3) await sleep(15)
    const score = await read(sheet)
    assert.deepEqual(
      [score.score_type, score.scoring_type, score.has_custom_scoring],
      ['single_column', 'auto', false],
    )
    assert.deepEqual(score.columns, [
      {
        column_id: check.id,
        title: 'check',
        score: 1 / 3,
        included_count: 3,
        excluded_count: 0,
        failed_count: 0,
        resolved_scoring_type: 'boolean',
      },
    ])
    assert.deepEqual(
      [score.aggregate.value, score.aggregate.success_count, score.aggregate.total_count],
      [1 / 3, 1, 3],
    )
    assert.ok(
      score.aggregate.confidence_interval.low < 1 / 3 && score.aggregate.confidence_interval.high > 1 / 3,
    )
    bodyOf(await sheet.api.patch(`${sheet.path}/columns/${ids['text']}`, { is_output_column: true }))
    // A text output has no score; the score of the check stays visible.
    const prose = await read(sheet)
    assert.deepEqual([prose.columns[0].title, prose.overall_score], ['check', 1 / 3])
    const { columns: described } = bodyOf(await sheet.api.get(`${sheet.path}/score/statistics`))
    assert.deepEqual([described.length, described[0].title, described[0].mean], [1, 'check', 1 / 3])
    const judged = await createSheet({ verdict: ['yes', 'no'] })
    const verdict = `${judged.sheet.path}/columns/${judged.ids['verdict']}`
    bodyOf(await app.api.patch(verdict, { is_output_column: true }))
    const outputs = await read(judged.sheet)
    assert.deepEqual([outputs.columns[0].title, outputs.overall_score], ['verdict', 0.5])
    assert.deepEqual(outputs.details.displaced_columns, [])
    refused(await sheet.api.post(`${sheet.path}/score`), 400, 'bad_request')
  })

  it('name the checks that columns marked as outputs displace', async () => {
    const { sheet } = await createSheet({ text: ['a', 'b'] })
    const check = await sheet.column('check', 'CONTAINS', { source: 'text', value: 'a' })
    const count = await sheet.column('length', 'COUNT', { source: 'text', type: 'chars' })
    while ((await sheet.counts()).status_counts.COMPLETED < 4) await sleep(15)
    const before = await read(sheet)
    assert.deepEqual(
      [before.columns.map(({ title }: { title: string }) => title), before.details.displaced_columns],
      [['check'], []],
    )
    bodyOf(await sheet.api.patch(`${sheet.path}/columns/${count.id}`, { is_output_column: true }))
    const after = await read(sheet)
    assert.deepEqual(
      [after.columns.map(({ title }: { title: string }) => title), after.details.displaced_columns],
      [['length'], [{ column_id: check.id, title: 'check' }]],
    )
  })

  it('are configured by ids or titles, saved as a version, and calculated on request', async () => {
    const { sheet, ids } = await createSheet({
      good: ['ok', 'bad', null, 'ok'],
      points: ['1', '2', '3', 'none'],
    })
    const body = { score_type: 'boolean', column_names: ['good'], true_values: ['OK'], false_values: ['bad'] }
    const answer = bodyOf(await configure(sheet, body))
    assert.deepEqual([answer.status, answer.requires_recalculation], [null, true])
    const versions = bodyOf(await sheet.api.get(`${sheet.path}/versions`)).data
    assert.equal(versions[0].metadata.reason, 'score_configured')
    const before = await read(sheet)
    assert.deepEqual(
      [before.status, before.calculated_at, before.score_configuration.score_type],
      [null, null, 'boolean'],
    )
    assert.deepEqual(before.score_configuration.score_config.column_ids, [ids['good']])
    const score = await calculated(sheet)
    assert.deepEqual([score.status, score.overall_score, score.details.num_skipped], ['completed', 2 / 3, 1])
    assert.equal(score.per_column[ids['good']!].success_count, 2)
    assert.deepEqual([score.total_rows, score.scored_rows, score.excluded_rows], [4, 3, 1])
    assert.equal(score.details.is_stale, false)
    await sheet.write(1, ids['good']!, { value: 'ok' })
    const later = await read(sheet)
    assert.deepEqual([later.overall_score, later.details.is_stale], [2 / 3, true])
    assert.equal((await calculated(sheet)).overall_score, 1)
    const again = bodyOf(await configure(sheet, { column_ids: [ids['good'], ids['points']] }))
    assert.equal(again.score_configuration_id, answer.score_configuration_id)
    const several = await calculated(sheet)
    assert.deepEqual([several.score_type, several.overall_score], ['none', null])
    assert.deepEqual(
      several.columns.map((column: { score: number }) => column.score),
      [null, null],
    )
  })

  it('of several columns are the mean of the columns; an aggregate names the best row by its label', async () => {
    const { sheet, ids } = await createSheet({ a: ['1', '3'], b: ['yes', 'no'], model: ['small', 'large'] })
    const aggregate = { kind: 'highest', column_id: ids['a'], label_column_id: ids['model'] }
    bodyOf(
      await configure(sheet, {
        score_type: 'auto',
        score_config: { column_ids: [ids['a'], ids['b']], aggregate },
      }),
      200,
    )
    const score = await calculated(sheet)
    assert.deepEqual([score.score_type, score.overall_score], ['multi_column', (2 + 0.5) / 2])
    assert.deepEqual(
      [score.aggregate.type, score.aggregate.value, score.aggregate.label],
      ['winner', '3', 'large'],
    )
  })

  it('of code are computed in the sandbox, and a result that is not a number is an error', async () => {
    const { sheet } = await createSheet({ n: ['1', '2', '3'] })
    const code = `const all = data.map((row) => Number(row["n"]))
      return { score: all.reduce((a, b) => a + b, 0), sub_scores: { most: Math.max(...all) }, score_matrix: [["n", 1], [{ value: 2, positive_metric: true }, null]] }`
    bodyOf(await configure(sheet, { code, code_language: 'JAVASCRIPT' }))
    const score = await calculated(sheet)
    assert.deepEqual(
      [score.score_type, score.has_custom_scoring, score.overall_score, score.status],
      ['custom', true, 6, 'completed'],
    )
    assert.deepEqual(score.score_matrix, [
      ['n', 1],
      [{ value: 2, positive_metric: true }, null],
    ])
    assert.deepEqual(score.details.sub_scores, { most: 3 })
    bodyOf(await configure(sheet, { code: 'return {"score": len(data)}' }))
    assert.equal((await calculated(sheet)).overall_score, 3)
    for (const [text, message] of [
      ['return {"score": "high"}', /number/],
      ['return 5', /object/],
      ['raise ValueError("broken")', /broken/],
    ] as const) {
      bodyOf(await configure(sheet, { code: text }))
      const failed = await calculated(sheet)
      assert.deepEqual([failed.status, failed.overall_score], ['failed', null])
      assert.match(failed.score_calculation_error, message)
    }
  })

  it('count failed checks as false, as the steps of a scorecard do, and report their coverage', async () => {
    const { sheet, ids } = await createSheet({ text: ['good', 'good', 'bad', 'bad', 'bad', ''] })
    const code = `if (data.text === 'bad') throw new Error('as told'); return data.text === 'good' || null`
    const check = { language: 'JAVASCRIPT', code }
    const { id } = await sheet.column('check', 'CODE_EXECUTION', check, { is_output_column: true })
    await untilQuiet(sheet)
    const score = await read(sheet)
    const { success_count, total_count, num_skipped, confidence_interval } = score.per_column[id]
    assert.deepEqual(
      [score.overall_score, success_count, total_count, num_skipped, score.columns[0].failed_count],
      [0.4, 2, 5, 1, 3],
    )
    assert.deepEqual(score.coverage, { scored_rows: 2, total_rows: 6, failed_cells: 3, missing_cells: 1 })
    const [statistics] = bodyOf(await sheet.api.get(`${sheet.path}/score/statistics`)).columns
    assert.deepEqual([statistics.mean, statistics.included_count, statistics.failed_count], [0.4, 5, 3])
    assert.deepEqual(statistics.confidence_interval, confidence_interval)

    const scorecard = new ScorecardClient(sheet)
    const aggregate = { source: 'check', aggregation_type: 'average_value', score_max: 1 }
    const rowStep = { title: 'rows', primitive_type: 'CODE_EXECUTION', primitive_config: check }
    const columnStep = { title: 'column', primitive_type: 'COLUMN_AGGREGATE', primitive_config: aggregate }
    const { steps } = await scorecard.configured([rowStep, columnStep])
    const { criterion_summaries: criteria, aggregate_score, coverage } = await scorecard.calculated()
    assert.deepEqual(
      [criteria[steps[0].id].score, criteria[steps[1].id].score, aggregate_score],
      [0.4, 0.4, 0.4],
    )
    assert.deepEqual(coverage, { scored_rows: 2, total_rows: 6, failed_cells: 6, missing_cells: 2 })
    assert.deepEqual((await read(sheet)).coverage, coverage)

    // Code gets null for a stale cell, not its last value.
    await sheet.write(0, ids['text']!, { value: 'bad' })
    const counting = 'return {"score": len([row for row in data if row["check"]])}'
    bodyOf(await configure(sheet, { code: counting }))
    const custom = await calculated(sheet)
    assert.deepEqual([custom.overall_score, custom.coverage], [1, null])
  })

  it('refuse columns that cannot be scored, and protect their own columns', async () => {
    const { sheet, ids } = await createSheet({ a: ['1'], b: ['1'] })
    await sheet.column('b')
    const bad = async (body: object, message: RegExp) =>
      assert.match(refused(await configure(sheet, body), 400, 'bad_request'), message)
    await bad({ score_config: {} }, /score_type/)
    await bad({ score_type: 'custom' }, /code/)
    await bad({ column_names: ['nowhere'] }, /nowhere/)
    await bad({ column_names: ['b'] }, /2 columns/)
    await bad(
      { score_type: 'auto', score_config: { aggregate: { kind: 'best', column_id: ids['a'] } } },
      /kind/,
    )
    const nested = (score_type: string, score_config: object) => ({ score_type, score_config })
    await bad(nested('custom', { code: '#'.repeat(50_001) }), /^code/)
    await bad(nested('auto', { aggregate: 'x' }), /^score_config\.aggregate/)
    await bad(
      nested('auto', { aggregate: { kind: 'lowest', column_id: sheet.id } }),
      /^score_config\.aggregate\.column_id/,
    )
    await bad({ true_values: ['ok'], false_values: ['OK'] }, /^true_values and false_values/)
    bodyOf(await configure(sheet, { column_ids: [ids['a']] }))
    assert.match(
      refused(await sheet.api.delete(`${sheet.path}/columns/${ids['a']}`), 400, 'bad_request'),
      /score/,
    )
    bodyOf(await sheet.api.delete(`${sheet.path}/columns/${ids['b']}`))
    bodyOf(await configure(sheet, {}))
    bodyOf(await sheet.api.delete(`${sheet.path}/columns/${ids['a']}`))
  })

  it('become steps of a scorecard with the same result', async () => {
    const { sheet, ids } = await createSheet({ a: ['yes', 'no', 'yes', 'yes'], b: ['0.5', '1', '0', '0.5'] })
    const migrate = async (body?: object) =>
      bodyOf(await sheet.api.post(`${sheet.path}/scorecard/migrate-legacy-score`, body))
    const none = await migrate()
    assert.deepEqual(
      [none.scorecard, none.converted_count, none.skipped[0].reason],
      [null, 0, 'not_configured'],
    )
    bodyOf(await configure(sheet, { column_ids: [ids['a']] }))
    const first = await migrate({ delete_legacy_score: false })
    assert.deepEqual([first.converted_count, first.skipped, first.legacy_score_deleted], [1, [], false])
    const scorecard = new ScorecardClient(sheet)
    assert.equal((await scorecard.calculated()).aggregate_score, (await calculated(sheet)).overall_score)
    assert.equal((await migrate()).scorecard.steps.length, 1)
    bodyOf(await configure(sheet, { column_ids: [ids['a'], ids['b']] }))
    const second = await migrate({ delete_legacy_score: true })
    assert.deepEqual(
      [second.converted_count, second.scorecard.steps.length, second.legacy_score_deleted],
      [2, 2, true],
    )
    assert.deepEqual(
      second.scorecard.steps.map((step: { title: string }) => step.title),
      ['a', 'b'],
    )
    assert.equal((await scorecard.calculated()).aggregate_score, (0.75 + 0.5) / 2)
    bodyOf(await configure(sheet, { code: 'return {"score": 1}' }))
    const custom = await migrate({ delete_legacy_score: true })
    assert.deepEqual(
      [custom.converted_count, custom.skipped, custom.legacy_score_deleted],
      [0, [{ reason: 'custom_code', score_type: 'custom' }], false],
    )
  })

  it('are the same after they become steps; a score of an unknown scale does not become one', async () => {
    const migrated = async (sheet: SheetClient) =>
      bodyOf(
        await sheet.api.post(`${sheet.path}/scorecard/migrate-legacy-score`, { delete_legacy_score: true }),
        200,
      )
    for (const [score_type, values, score] of [
      ['boolean', ['true', 'false', 'maybe', 'yes'], 2 / 3],
      ['numeric', ['1', '0.5', 'abc', null], 0.75],
    ] as const) {
      const { sheet } = await createSheet({ n: values })
      bodyOf(await configure(sheet, { score_type, column_names: ['n'] }))
      assert.equal((await calculated(sheet)).overall_score, score)
      const { converted_count, legacy_score_deleted } = await migrated(sheet)
      assert.deepEqual([converted_count, legacy_score_deleted], [1, true])
      assert.equal((await new ScorecardClient(sheet).calculated()).aggregate_score, score)
    }
    const percent = await createSheet({ n: ['80', '40', '90'] })
    bodyOf(await configure(percent.sheet, { column_names: ['n'] }))
    await migrated(percent.sheet)
    assert.equal((await new ScorecardClient(percent.sheet).calculated()).aggregate_score, 0.7)
    const { sheet } = await createSheet({ stars: ['4', '5', '5'] })
    bodyOf(await configure(sheet, { column_names: ['stars'] }))
    const { scorecard, skipped, legacy_score_deleted } = await migrated(sheet)
    assert.deepEqual(
      [scorecard, skipped, legacy_score_deleted],
      [null, [{ reason: 'unknown_scale', score_type: 'auto' }], false],
    )
  })

  it('of columns that a restored version does not have leave these out of statistics and of the migration', async () => {
    const { sheet, ids } = await createSheet({ a: ['yes', 'no'] })
    const { version } = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'before' }), 201)
    const { id } = await sheet.column('n')
    bodyOf(await configure(sheet, { column_ids: [id, ids['a']] }))
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([compare('same', 'n', 'n')])
    bodyOf(await sheet.api.post(`${sheet.path}/versions`, { source_version_id: version.id }), 201)
    const { columns } = bodyOf(await sheet.api.get(`${sheet.path}/score/statistics`))
    assert.deepEqual(
      columns.map(({ title }: { title: string }) => title),
      ['a'],
    )
    const answer = bodyOf(
      await sheet.api.post(`${sheet.path}/scorecard/migrate-legacy-score`, { delete_legacy_score: true }),
      200,
    )
    assert.deepEqual(
      [answer.converted_count, answer.skipped, answer.legacy_score_deleted],
      [1, [{ reason: 'missing_column', score_type: 'auto' }], false],
    )
    assert.equal(answer.scorecard.steps.length, 2)
  })

  it('have a history with the saved version of each score, sampled if there are many', async () => {
    const { sheet, ids } = await createSheet({ a: ['1', '1'] })
    const history = async (query = '') =>
      bodyOf(await sheet.api.get(`${sheet.path}/versions/score-history${query}`)).score_history
    assert.deepEqual((await history()).points, [])
    bodyOf(await configure(sheet, { score_type: 'numeric', column_ids: [ids['a']] }))
    for (const value of ['2', '3', '4']) {
      await sheet.write(0, ids['a']!, { value })
      await calculated(sheet)
    }
    const { version } = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'named' }), 201)
    await sheet.write(0, ids['a']!, { value: '9' })
    await calculated(sheet)
    const all = await history()
    assert.deepEqual(
      all.points.map((point: { score: number }) => point.score),
      [1.5, 2, 2.5, 5],
    )
    assert.deepEqual(
      [all.total_points, all.is_sampled, all.resolution, all.points[3].version_id],
      [4, false, 'raw', version.id],
    )
    assert.notEqual(all.points[0].version_id, version.id)
    const saved = bodyOf(await sheet.api.get(`${sheet.path}/versions/${version.id}`)).version
    assert.deepEqual(
      [saved.score.overall_score, saved.score.calculation_id, saved.score_configuration.score_type],
      [5, all.points[3].calculation_id, 'numeric'],
    )
    const listed = bodyOf(await sheet.api.get(`${sheet.path}/versions`)).data
    assert.deepEqual(
      listed.map(({ score }: { score: { overall_score?: number } }) => score.overall_score),
      [5, 2.5, ...Array(listed.length - 2).fill(undefined)],
    )
    const { workspace_id, number } = await app.context.store.db
      .selectFrom('sheets')
      .select(['workspace_id', 'number'])
      .where('id', '=', sheet.id)
      .executeTakeFirstOrThrow()
    await app.context.store.transact(async (tx) => {
      for (let index = 0; index < 300; index++)
        await tx
          .insertInto('score_calculations')
          .values({
            workspace_id,
            sheet: number,
            id: `0000${String(index).padStart(4, '0')}-0000-7000-8000-000000000000`,
            score_type: 'numeric',
            score_config: '{}',
            sheet_revision: 1,
            status: 'completed',
            overall_score: index === 150 ? 99 : 0.5,
            result: null,
            error: null,
            created_at: index,
            completed_at: index,
          })
          .execute()
    })
    const many = await history('?max_points=50')
    assert.ok(many.points.length <= 50)
    assert.deepEqual([many.total_points, many.is_sampled, many.resolution], [304, true, 'min_max_bucket'])
    assert.ok(many.points.some((point: { score: number }) => point.score === 99))
    const last = await history('?range=last_25&resolution=raw')
    assert.deepEqual([last.points.length, last.points.at(-1).score], [25, 5])
  })

  it('have counts, a standard deviation and a confidence interval for each scored column', async () => {
    const { sheet, ids } = await createSheet({
      n: ['1', '2', '3', '4', 'x'],
      b: ['yes', 'no', 'yes', null, 'yes'],
    })
    bodyOf(await configure(sheet, { score_type: 'numeric', column_ids: [ids['n']] }))
    const statistics = async () => bodyOf(await sheet.api.get(`${sheet.path}/score/statistics`)).columns
    const [numbers] = await statistics()
    assert.deepEqual(
      [numbers.mean, numbers.minimum, numbers.maximum, numbers.included_count, numbers.excluded_count],
      [2.5, 1, 4, 4, 1],
    )
    assert.ok(Math.abs(numbers.standard_deviation - 1.290994) < 1e-5)
    assert.equal(numbers.confidence_interval.method, 'bootstrap')
    const large = await createSheet({ n: ['1.7e308', '1.7e308'] })
    bodyOf(await configure(large.sheet, { score_type: 'numeric', column_names: ['n'] }))
    const [huge] = bodyOf(await large.sheet.api.get(`${large.sheet.path}/score/statistics`)).columns
    assert.deepEqual([huge.mean, huge.standard_deviation], [1.7e308, 0])
    assert.deepEqual([huge.confidence_interval.low, huge.confidence_interval.high], [1.7e308, 1.7e308])
    assert.equal((await calculated(large.sheet)).overall_score, 1.7e308)
    bodyOf(await configure(sheet, { score_type: 'boolean', column_ids: [ids['b']] }))
    const [truths] = await statistics()
    assert.deepEqual(
      [truths.mean, truths.success_count, truths.confidence_interval.method],
      [0.75, 3, 'wilson'],
    )
    assert.deepEqual([truths.standard_deviation, truths.minimum], [null, null])
  })

  it('are those of the scorecard if no score is configured', async () => {
    const { sheet, ids } = await createSheet({ a: ['yes', 'no'] })
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([compare('same', 'a', 'a')])
    await scorecard.calculated()
    assert.deepEqual([(await read(sheet)).score_type, (await read(sheet)).overall_score], ['scorecard', 1])
    const history = bodyOf(await sheet.api.get(`${sheet.path}/versions/score-history`)).score_history
    assert.deepEqual([history.points[0].source, history.points[0].verdict], ['scorecard', 'pass'])
    bodyOf(await configure(sheet, { column_ids: [ids['a']] }))
    assert.equal((await calculated(sheet)).overall_score, 0.5)
  })

  it('are those of the last completed calculation', async () => {
    const { sheet } = await createSheet({ output: ['good', 'good'], expected: ['good', 'bad'] })
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([compare('same', 'output', 'expected')])
    const { id } = await scorecard.calculated()
    await scorecard.configured([compare('same', 'output', 'expected'), slowly(1_000)])
    const next = await scorecard.start()
    const shown = async () => {
      const { score_type, overall_score, details } = await read(sheet)
      return [score_type, overall_score, details.aggregate_result?.scorecard_calculation_id]
    }
    assert.deepEqual(await shown(), ['scorecard', 0.5, id])
    bodyOf(await sheet.api.post(`${scorecard.path}/cancel`, {}))
    assert.equal((await scorecard.ended(next)).status, 'cancelled')
    assert.deepEqual(await shown(), ['scorecard', 0.5, id])
  })

  it('have a history of the configured score and of the scorecard, also after the scorecard is deleted', async () => {
    const { sheet, ids } = await createSheet({ a: ['yes', 'no'] })
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([compare('same', 'a', 'a')])
    const { version } = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'by scorecard' }), 201)
    await scorecard.calculated()
    bodyOf(await configure(sheet, { column_ids: [ids['a']] }))
    const points = async (query = '') =>
      bodyOf(
        await sheet.api.get(`${sheet.path}/versions/score-history${query}`),
        200,
      ).score_history.points.map(({ source, score }: { source: string; score: number }) => [source, score])
    const scoreOf = async (id: string) =>
      bodyOf(await sheet.api.get(`${sheet.path}/versions/${id}`)).version.score
    assert.deepEqual(await points(), [['scorecard', 1]])
    assert.equal((await scoreOf(version.id)).source, 'scorecard')
    await calculated(sheet)
    await scorecard.calculated()
    const both = [
      ['scorecard', 1],
      ['score', 0.5],
      ['scorecard', 1],
    ]
    assert.deepEqual(await points(), both)
    const [latest] = bodyOf(await sheet.api.get(`${sheet.path}/versions`)).data
    assert.deepEqual([latest.score.source, latest.score.overall_score], ['score', 0.5])
    bodyOf(await sheet.api.delete(scorecard.path))
    assert.deepEqual(await points('?range=last_25&resolution=min_max_bucket'), both)
    assert.equal((await scoreOf(version.id)).source, 'scorecard')
  })
})
