import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { type Api, bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import {
  datasetsOf,
  finishedReport,
  newGroup,
  publishedGroup,
  rowsOf,
  v2,
  versions,
} from './support/datasets.ts'

let api: Api
suite('reports', () => {
  const app = appOfSuite()
  before(async () => {
    api = app.api
  })

  const contains = (name: string, source: string, value: string, rest: object = {}) => ({
    column_type: 'CONTAINS',
    name,
    configuration: { source, value },
    ...rest,
  })
  const length = (name: string, source: string, rest: object = {}) => ({
    column_type: 'COUNT',
    name,
    configuration: { source, type: 'chars' },
    ...rest,
  })

  const fruit = ['apple', 'banana', 'cherry', 'apricot', 'plum', 'avocado'].map((word) => ({ word }))

  async function pipelineOver(name: string, columns: readonly object[], rows: readonly object[] = fruit) {
    const dataset_group_id = await publishedGroup(api, name, rows)
    return bodyOf(await api.post('/reports', { dataset_group_id, name, columns }), 201)
  }

  async function runToEnd(pipeline: number, name = 'a run') {
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name }))
    return { id: report_id, ...(await finishedReport(api, report_id)) }
  }

  const scoreOf = async (id: number) => bodyOf(await api.get(`/reports/${id}/score`)).score

  test('a pipeline shows its first rows, a run computes all', async () => {
    const pipeline = await pipelineOver('fruit', [
      length('letters', 'word', { position: 2 }),
      contains('with a', 'word', 'A', { position: 1 }),
    ])
    const computed = pipeline.report_columns.filter(
      ({ column_type }: { column_type: string }) => column_type !== 'DATASET',
    )
    assert.deepEqual(
      computed.map(({ name }: { name: string }) => name),
      ['with a', 'letters'],
    )
    const preview = await finishedReport(api, pipeline.report_id)
    assert.deepEqual(preview.stats.status_counts, { COMPLETED: 8, FAILED: 0, QUEUED: 0, RUNNING: 0 })
    assert.equal(preview.report.is_blueprint, true)
    assert.equal((await rowsOf(api, pipeline.report_id)).total, 4)
    const run = await runToEnd(pipeline.report_id)
    assert.equal(run.report.parent_report_id, pipeline.report_id)
    assert.equal(run.report.is_blueprint, false)
    assert.deepEqual(run.stats.status_counts, { COMPLETED: 12, FAILED: 0, QUEUED: 0, RUNNING: 0 })
    const { columns, rows, total } = await rowsOf(api, run.id)
    assert.equal(total, 6)
    assert.deepEqual(columns.slice(-2), ['with a', 'letters'])
    assert.deepEqual(rows[2].at(-1), { type: 'eval', status: 'PASSED', value: 6, error_message: null })
    assert.deepEqual(rows[2].at(-2).value, false)
    assert.equal(rows[0][columns.indexOf('word')].type, 'dataset')
  })

  test('the SDK gets the status that it requires', async () => {
    const { report_id } = await pipelineOver('for the SDK', [])
    const reply = await api.post(`/reports/${report_id}/run`, { name: 'x' }, { 'X-SDK-Version': '1.3.6' })
    bodyOf(reply, 201)
  })

  test('the score is that of the last column: the percentage of true, or the mean of numbers', async () => {
    const truths = await runToEnd((await pipelineOver('truths', [contains('has a', 'word', 'a')])).report_id)
    assert.deepEqual(await scoreOf(truths.id), {
      overall_score: (4 / 6) * 100,
      score_type: 'single_column',
      has_custom_scoring: false,
      details: {
        column_name: 'has a',
        score: (4 / 6) * 100,
        score_type: 'boolean',
        num_skipped: 0,
        num_failed: 0,
      },
    })
    const numbers = await runToEnd((await pipelineOver('numbers', [length('letters', 'word')])).report_id)
    assert.equal((await scoreOf(numbers.id)).overall_score, (5 + 6 + 6 + 7 + 4 + 7) / 6)
    assert.equal(numbers.report_columns.at(-1).score, (5 + 6 + 6 + 7 + 4 + 7) / 6)
    const texts = { column_type: 'COALESCE', name: 'text', configuration: { sources: ['word', 'output'] } }
    const none = await runToEnd((await pipelineOver('texts', [texts])).report_id)
    assert.equal((await scoreOf(none.id)).score_type, 'none')
  })

  test('the score is the mean of the columns that are part of it; a score card chooses other columns', async () => {
    const pipeline = await pipelineOver('cards', [
      contains('a', 'word', 'a', { is_part_of_score: true }),
      contains('p', 'word', 'p', { is_part_of_score: true }),
      length('letters', 'word'),
    ])
    const run = await runToEnd(pipeline.report_id)
    const both = await scoreOf(run.id)
    assert.equal(both.score_type, 'multi_column')
    assert.equal(both.overall_score, ((4 / 6) * 100 + 50) / 2)
    const card = { column_names: ['p'] }
    bodyOf(await api.patch(`/reports/${run.id}/score-card`, card))
    await finishedReport(api, run.id)
    assert.equal((await scoreOf(run.id)).overall_score, 50)
    bodyOf(await api.patch(`/reports/${run.id}/score-card`, { column_names: ['word'] }), 422)
    bodyOf(await api.patch(`/reports/${pipeline.report_id}/score-card`, card))
    assert.equal((await scoreOf((await runToEnd(pipeline.report_id)).id)).overall_score, 50)
  })

  test('scoring code gets the rows and returns score, sub-scores and matrices', async () => {
    const pipeline = await pipelineOver('coded', [length('letters', 'word')])
    const code =
      'return { score: data.filter((row) => row.letters > 5).length, score_matrix: [["title"], [{ value: data[0].word }]] }'
    const body = { column_names: [], code, code_language: 'JAVASCRIPT' }
    const summary = bodyOf(await api.patch(`/reports/${pipeline.report_id}/score-card`, body)).report
    assert.deepEqual(summary.score_configuration, { code, code_language: 'JAVASCRIPT' })
    const run = await runToEnd(pipeline.report_id)
    const score = await scoreOf(run.id)
    assert.deepEqual([score.overall_score, score.score_type, score.has_custom_scoring], [4, 'custom', true])
    assert.equal(run.report.score_calculation_error, null)
    assert.equal(run.report.score_matrix.length, 1)
    bodyOf(
      await api.patch(`/reports/${run.id}/score-card`, { ...body, code: 'throw new Error("no luck")' }),
      200,
    )
    const failed = await finishedReport(api, run.id)
    assert.match(failed.report.score_calculation_error, /no luck/)
    assert.equal((await scoreOf(run.id)).overall_score, null)
  })

  test('a failed cell fails its readers, with the reason', async () => {
    const pipeline = await pipelineOver('failures', [
      { column_type: 'PARSE_VALUE', name: 'number', configuration: { source: 'word', type: 'number' } },
      {
        column_type: 'MATH_OPERATOR',
        name: 'big',
        configuration: { sources: ['number'], operator: 'gt', value: 3 },
      },
      contains('fine', 'word', 'a'),
    ])
    const run = await runToEnd(pipeline.report_id)
    assert.deepEqual(run.stats.status_counts, { COMPLETED: 6, FAILED: 12, QUEUED: 0, RUNNING: 0 })
    const { rows } = await rowsOf(api, run.id)
    assert.equal(rows[0].at(-3).status, 'FAILED')
    assert.match(rows[0].at(-2).error_message, /"number"/)
    assert.equal(rows[0].at(-1).value, true)
  })

  test('computed columns are added, moved, changed and deleted; columns of the dataset are not', async () => {
    const pipeline = await pipelineOver('columns', [contains('a', 'word', 'a')])
    const report_id = pipeline.report_id
    const width = pipeline.report_columns.length
    const wordColumn = pipeline.report_columns.find(({ name }: { name: string }) => name === 'word')
    const added = bodyOf(await api.post('/report-columns', { report_id, ...length('letters', 'word') }), 201)
    assert.equal(added.report_column.position, width + 1)
    bodyOf(await api.post('/report-columns', { report_id, ...length('letters', 'word') }), 400)
    bodyOf(await api.post('/report-columns', { report_id, ...length('word', 'output') }), 403)
    bodyOf(await api.post('/report-columns', { report_id, ...length('first', 'word', { position: 1 }) }), 403)
    bodyOf(await api.post('/report-columns', { report_id, ...length('lost', 'nowhere') }), 400)
    bodyOf(
      await api.post('/report-columns', { report_id, ...length('odd', 'word'), column_type: 'ODD' }),
      400,
    )
    bodyOf(await api.post('/report-columns', { report_id: 999_999, ...length('none', 'word') }), 404)
    const between = { report_id, ...contains('b', 'word', 'b', { position: width }) }
    const column = bodyOf(await api.post('/report-columns', between), 201).report_column
    assert.equal(column.position, width)
    const names = async () =>
      (await finishedReport(api, report_id)).report_columns
        .slice(width - 1)
        .map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['b', 'a', 'letters'])

    const path = `/report-columns/${column.id}`
    const edit = {
      report_id,
      column_type: 'CONTAINS',
      configuration: { source: 'word', value: 'erry' },
      name: 'erry',
    }
    bodyOf(await api.patch(path, { ...edit, position: width + 1 }))
    assert.deepEqual(await names(), ['a', 'erry', 'letters'])
    const { rows } = await rowsOf(api, report_id)
    assert.deepEqual(
      rows.map((row: { value: unknown }[]) => row.at(-2)!.value),
      [false, false, true, false],
    )
    bodyOf(await api.patch(path, { ...edit, name: 'a' }), 400)
    bodyOf(await api.patch(path, { ...edit, name: 'word' }), 403)
    bodyOf(await api.patch(path, { ...edit, configuration: { source: 'letters', value: 'x' } }), 400)
    bodyOf(await api.patch(`/report-columns/${wordColumn.id}`, edit), 403)
    bodyOf(await api.delete(`/report-columns/${wordColumn.id}`), 403)
    bodyOf(await api.delete(path), 204)
    bodyOf(await api.delete(path), 404)
    assert.deepEqual(await names(), ['a', 'letters'])
    assert.deepEqual((await finishedReport(api, report_id)).stats.status_counts.COMPLETED, 8)

    const run = await runToEnd(report_id)
    const own = run.report_columns.at(-1)
    bodyOf(await api.post('/report-columns', { report_id: run.id, ...length('late', 'word') }), 403)
    bodyOf(await api.patch(`/report-columns/${own.id}`, { ...edit, report_id: run.id }), 403)
    bodyOf(await api.delete(`/report-columns/${own.id}`), 403)
  })

  test('a column that reads a deleted one fails with its name', async () => {
    const pipeline = await pipelineOver('orphans', [
      length('letters', 'word'),
      {
        column_type: 'MATH_OPERATOR',
        name: 'long',
        configuration: { sources: ['letters'], operator: 'gt', value: 5 },
      },
    ])
    const letters = pipeline.report_columns.at(-2)
    bodyOf(await api.delete(`/report-columns/${letters.id}`), 204)
    await finishedReport(api, pipeline.report_id)
    assert.match((await rowsOf(api, pipeline.report_id)).rows[0].at(-1).error_message, /"letters"/)
  })

  test('a pipeline needs a published version', async () => {
    const dataset_group_id = await newGroup(api, 'only a draft')
    const refused = bodyOf(await api.post('/reports', { dataset_group_id }), 400)
    assert.deepEqual(Object.keys(refused), ['message'])
    bodyOf(await api.post('/reports', { dataset_group_id, dataset_version_number: -1 }), 400)
    bodyOf(await api.post(`${versions}/save-draft`, { dataset_group_id }), 202)
    bodyOf(await api.post('/reports', { dataset_group_id, dataset_version_number: 2 }), 404)
    bodyOf(await api.post('/reports', { dataset_group_id: 999_999 }), 404)
    const bad = [{ column_type: 'COUNT', name: 'x', configuration: { type: 'chars' } }]
    bodyOf(await api.post('/reports', { dataset_group_id, columns: bad }), 400)
    const { report_id } = bodyOf(await api.post('/reports', { dataset_group_id }), 201)
    const run = await runToEnd(report_id)
    assert.deepEqual(run.stats.status_counts, { COMPLETED: 0, FAILED: 0, QUEUED: 0, RUNNING: 0 })
  })

  test('a run may use another dataset, and invalid runs are refused', async () => {
    const { report_id } = await pipelineOver('other data', [contains('a', 'word', 'a')])
    const other = await publishedGroup(api, 'the other data', [{ word: 'fig' }, { word: 'date' }])
    const [dataset] = await datasetsOf(api, other)
    const body = { name: 'elsewhere', dataset_id: dataset.id }
    const started = bodyOf(await api.post(`/reports/${report_id}/run`, body))
    const run = await finishedReport(api, started.report_id)
    assert.deepEqual([run.report.dataset_id, run.stats.status_counts.COMPLETED], [dataset.id, 2])
    bodyOf(await api.post(`${versions}/create-draft`, { dataset_group_id: other }), 201)
    const draft = (await datasetsOf(api, other)).at(-1)
    bodyOf(await api.post(`/reports/${report_id}/run`, { ...body, dataset_id: draft.id }), 400)
    bodyOf(await api.post(`/reports/${report_id}/run`, { ...body, dataset_id: 999_999 }), 404)
    bodyOf(await api.post(`/reports/${report_id}/run`, { ...body, refresh_dataset: true }), 403)
    bodyOf(await api.post(`/reports/${started.report_id}/run`, body), 403)
    bodyOf(await api.post('/reports/999999/run', body), 404)
    bodyOf(await api.post(`/reports/${report_id}/run`, { name: '' }), 422)
    bodyOf(await api.get(`/reports/${report_id}/score`), 400)
  })

  test('reports are renamed, tagged, listed with their runs, and archived by id and by name', async () => {
    const world = await app.newWorkspace()
    api = world.api
    try {
      const pipeline = await pipelineOver('listed', [contains('a', 'word', 'a')])
      const run = await runToEnd(pipeline.report_id, 'nightly')
      const path = `/reports/${pipeline.report_id}`
      bodyOf(await api.patch(`${path}/rename`, {}), 400)
      const renamed = bodyOf(await api.patch(`${path}/rename`, { name: 'renamed', tags: ['t'] })).report
      assert.deepEqual([renamed.name, renamed.tags], ['renamed', ['t']])
      bodyOf(await api.post(`${path}/external-ids`, { source: 'crm', external_id: 'r' }), 201)
      const list = async (query: string) => bodyOf(await api.get(`${v2}/evaluations?${query}`))
      const { evaluations } = await list('include_runs=true&name=RENAMED')
      assert.deepEqual(evaluations[0].external_ids, [{ source: 'crm', external_id: 'r' }])
      const [listed] = evaluations[0].runs
      assert.deepEqual(
        [listed.id, listed.status, listed.stats.status_counts.COMPLETED],
        [run.id, 'COMPLETED', 6],
      )
      assert.equal((await list('external_source=crm&external_id=r')).total, 1)
      assert.equal((await list('')).evaluations[0].runs, undefined)
      const reportDatasets = bodyOf(await api.get(`${v2}/datasets?report_id=${run.id}`))
      assert.equal(reportDatasets.total, 1)
      bodyOf(await api.delete(path))
      bodyOf(await api.delete(path), 404)
      assert.equal((await list('')).total, 0)
      assert.equal((await list('status=deleted')).total, 1)
      assert.equal(bodyOf(await api.get(path)).report.deleted, true)
      bodyOf(await api.patch(`${path}/rename`, { name: 'x' }), 404)
      bodyOf(await api.post(`${path}/run`, { name: 'x' }), 404)
      bodyOf(await api.delete('/reports/name/nightly'))
      bodyOf(await api.delete('/reports/name/nightly'), 404)
      bodyOf(await api.get(`/reports/${run.id}`))
    } finally {
      api = app.api
    }
  })
})
