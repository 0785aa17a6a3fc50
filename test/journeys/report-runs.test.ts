import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createWorker } from '../../src/server/app.ts'
import { bodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { finishedReport, rowsOf } from './support/datasets.ts'
import { promptPipeline, publishPrompt } from './support/report-runs.ts'
import { type RunWorld, startRunWorld } from './support/running.ts'

let world: RunWorld
suite('runs of reports', () => {
  before(async () => {
    world = await startRunWorld()
  })
  after(() => world.close())

  const answerAfter = (milliseconds = 0) =>
    world.fake.answerWith(({ text }) => ({ text: `<${text}>`, pace: { first: milliseconds } }))

  const values = (rows: { value: unknown }[][], column: number) => rows.map((row) => row.at(column)!.value)
  const expected = Array.from({ length: 8 }, (_, index) => `<Say word ${index}>`)

  test('every row of a run uses the version of the prompt that was the latest when the run began', async () => {
    const { api } = world
    answerAfter(30)
    const pipeline = await promptPipeline(api, 'frozen', 8)
    await finishedReport(api, pipeline)
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'frozen' }))
    await publishPrompt(api, 'frozen', 'Shout {word}')
    const run = await finishedReport(api, report_id)
    assert.deepEqual(values((await rowsOf(api, report_id)).rows, -2), expected)
    assert.equal(run.report.prompt_version_number, 1)
    assert.equal(run.report_columns.at(-2).configuration.template.version_number, 1)
    const next = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'next' }))
    assert.equal((await finishedReport(api, next.report_id)).report.prompt_version_number, 2)
    assert.equal((await rowsOf(api, next.report_id)).rows[0].at(-2).value, '<Shout word 0>')
  })

  test('a forecast multiplies the requests of the preview, and starts nothing', async () => {
    const { api } = world
    answerAfter()
    const pipeline = await promptPipeline(api, 'forecast', 8)
    await finishedReport(api, pipeline)
    const before = bodyOf(await api.get('/api/public/v2/evaluations'))
    const forecast = bodyOf(await api.post(`/reports/${pipeline}/forecast`, {}))
    assert.equal(forecast.row_count, 8)
    assert.deepEqual(forecast.total.calls, { low: 8, likely: 8, high: 8 })
    assert.ok(Number(forecast.total.cost.likely) > 0)
    assert.deepEqual(
      forecast.columns.map(({ name, basis_count }: Record<string, unknown>) => [name, basis_count]),
      [['answer', 4]],
    )
    assert.deepEqual(forecast.unknown, [])
    assert.deepEqual(bodyOf(await api.get('/api/public/v2/evaluations')), before)
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'forecast' }))
    const refused = await api.post(`/reports/${report_id}/forecast`, {})
    assert.equal(refused.status, 403)
    const answers = bodyOf(await api.post(`/reports/${pipeline}/forecast`, { dataset_id: 1e9 }), 404)
    assert.match(JSON.stringify(answers), /no such dataset/)
    await finishedReport(api, report_id)
  })

  test("a provider's failure fails the cell and its readers", async () => {
    const { api } = world
    world.fake.answerWith(({ text }) => (text.endsWith('3') ? 'bad_request' : { text: `<${text}>` }))
    const pipeline = await promptPipeline(api, 'failing', 8)
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'failing' }))
    const run = await finishedReport(api, report_id)
    assert.deepEqual(run.stats.status_counts, { COMPLETED: 14, FAILED: 2, QUEUED: 0, RUNNING: 0 })
    const { rows } = await rowsOf(api, report_id)
    assert.deepEqual([rows[3].at(-2).status, rows[3].at(-1).status], ['FAILED', 'FAILED'])
  })

  test('a cancelled run stops at once, and its computed cells stay', async () => {
    const { api } = world
    answerAfter()
    const pipeline = await promptPipeline(api, 'cancelled', 8)
    await finishedReport(api, pipeline)
    world.fake.answerWith(({ text }) => ({ text, pace: { first: text.endsWith('0') ? 0 : 60_000 } }))
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'cancelled' }))
    const counts = async () => bodyOf(await api.get(`/reports/${report_id}`)).stats.status_counts
    await until(counts, ({ RUNNING, COMPLETED }) => RUNNING === 7 && COMPLETED > 0)
    bodyOf(await api.post(`/reports/${report_id}/cancel`))
    const after = bodyOf(await api.get(`/reports/${report_id}`))
    assert.equal(after.status, 'COMPLETED')
    assert.deepEqual([after.stats.status_counts.RUNNING, after.stats.status_counts.QUEUED], [0, 0])
    const { rows } = await rowsOf(api, report_id)
    assert.equal(rows[0].at(-2).status, 'PASSED')
    assert.equal(rows[1].at(-2).status, 'SKIPPED')
    await until(
      async () => world.app.context.jobs.count(await workspaceOf(report_id), await runOf(report_id)),
      ({ leased, queued }) => leased + queued === 0,
    )
  })

  async function reportOf(id: number) {
    const { store } = world.app.context
    return store.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
  const workspaceOf = async (id: number) => (await reportOf(id)).workspace_id as never
  const runOf = async (id: number) => (await reportOf(id)).run!

  test('a run that two workers share goes on when one of them stops, and computes every cell once', async () => {
    const { api, app } = world
    answerAfter(40)
    const pipeline = await promptPipeline(api, 'shared', 60)
    await finishedReport(api, pipeline)
    const second = createWorker(app.context)
    const { report_id } = bodyOf(await api.post(`/reports/${pipeline}/run`, { name: 'shared' }))
    const counts = async () => bodyOf(await api.get(`/reports/${report_id}`)).stats.status_counts
    await until(counts, ({ COMPLETED }) => COMPLETED > 10)
    await second.stop()
    const run = await finishedReport(api, report_id)
    assert.deepEqual(run.stats.status_counts, { COMPLETED: 120, FAILED: 0, QUEUED: 0, RUNNING: 0 })
    assert.deepEqual(
      values((await rowsOf(api, report_id)).rows, -2),
      Array.from({ length: 60 }, (_, index) => `<Say word ${index}>`),
    )
  })

  test('a pipeline that is changed during its preview shows the new columns', async () => {
    const { api } = world
    answerAfter(50)
    const pipeline = await promptPipeline(api, 'edited', 8)
    const { report_columns } = bodyOf(await api.get(`/reports/${pipeline}`))
    const column = report_columns.at(-1)
    await Promise.all(
      ['words', 'chars', 'sentences'].map((type) =>
        api.patch(`/report-columns/${column.id}`, {
          report_id: pipeline,
          column_type: 'COUNT',
          configuration: { source: 'answer', type },
        }),
      ),
    )
    bodyOf(
      await api.patch(`/report-columns/${column.id}`, {
        report_id: pipeline,
        column_type: 'COUNT',
        configuration: { source: 'answer', type: 'words' },
      }),
      200,
    )
    await finishedReport(api, pipeline)
    assert.deepEqual(values((await rowsOf(api, pipeline)).rows, -1), [3, 3, 3, 3])
  })
})
