import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { datasetsOf, finishedReport, newGroup, versions } from './support/datasets.ts'

suite('migration of a report', () => {
  const app = appOfSuite()
  type Column = Readonly<Record<string, unknown>>

  const rows = [
    { said: 'yes', wanted: 'yes', length: 3 },
    { said: 'no', wanted: 'yes', length: 5 },
    { said: 'no', wanted: 'no', length: 22 },
    { said: null, wanted: 'no', length: 10 },
  ]

  const same = {
    column_type: 'COMPARE',
    name: 'same',
    configuration: { sources: ['said', 'wanted'] },
    is_part_of_score: true,
  }
  const far = {
    column_type: 'ABSOLUTE_NUMERIC_DISTANCE',
    name: 'far',
    configuration: { sources: ['length', 'length of said'] },
    is_part_of_score: true,
  }
  const counted = {
    column_type: 'COUNT',
    name: 'length of said',
    configuration: { source: 'said', type: 'chars' },
  }

  /** A finished run of these columns over the rows. */
  async function runOf(
    name: string,
    columns: readonly Column[],
    score_configuration?: object,
  ): Promise<number> {
    const dataset_group_id = await newGroup(app.api, name)
    const file = {
      file_name: 'rows.json',
      file_content_base64: Buffer.from(JSON.stringify(rows)).toString('base64'),
    }
    bodyOf(await app.api.post(`${versions}/from-file`, { dataset_group_id, ...file }), 201)
    await until(
      () => datasetsOf(app.api, dataset_group_id),
      (all) => all.some(({ version_number }: { version_number: number }) => version_number === 1),
    )
    const body = { dataset_group_id, name: `${name} pipeline`, columns, score_configuration }
    const { report_id } = bodyOf(await app.api.post('/reports', body), 201)
    const run = bodyOf(await app.api.post(`/reports/${report_id}/run`, { name })).report_id
    await finishedReport(app.api, run)
    return run
  }

  const migrate = async (run: number) => bodyOf(await app.api.post(`/reports/${run}/migrate`, {}), 201)
  const sheetPath = ({ table_id, sheet_id }: { table_id: string; sheet_id: string }) =>
    `/api/public/v2/tables/${table_id}/sheets/${sheet_id}`

  const reportScore = async (run: number) =>
    bodyOf(await app.api.get(`/reports/${run}/score`)).score.overall_score

  const scorecardScore = async (path: string) =>
    (
      await until(
        async () => bodyOf(await app.api.get(`${path}/scorecard`)).latest_calculation,
        ({ status }) => status === 'completed',
      )
    ).aggregate_score

  test('a run becomes a table with its dataset and its results, without pending cells', async () => {
    const run = await runOf('moved', [same, counted, far])
    const migrated = await migrate(run)
    const path = sheetPath(migrated)
    const columns = bodyOf(await app.api.get(`${path}/columns`)).data
    const titles = columns.map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['said', 'wanted', 'length', 'same', 'length of said', 'far'])
    const counts = bodyOf(await app.api.get(`${path}/status-counts`))
    assert.deepEqual([counts.total_cells, counts.status_counts.STALE], [12, 0])
    const list = bodyOf(await app.api.get(`${path}/rows`))
    const shown = (row: number, title: string) => {
      const { id } = columns.find((column: { title: string }) => column.title === title)
      return list.data[row].cells[id].value.value
    }
    assert.deepEqual(
      [0, 1, 2].map((row) => [
        shown(row, 'said'),
        shown(row, 'same').comparison_result,
        shown(row, 'length of said'),
      ]),
      [
        ['yes', true, 3],
        ['no', false, 2],
        ['no', true, 2],
      ],
    )
    const table = bodyOf(await app.api.get(`/api/public/v2/tables/${migrated.table_id}`)).table
    assert.equal(table.title, 'moved')
  })

  for (const [kinds, columns] of [
    ['a boolean column', [same]],
    ['a numeric column', [counted, far]],
    ['a boolean and a numeric column', [same, counted, far]],
  ] as const)
    test(`the report's score of ${kinds} is that of the scorecard, times the scale`, async () => {
      const run = await runOf(`score of ${kinds}`, columns)
      const migrated = await migrate(run)
      const score = await reportScore(run)
      assert.equal(typeof score, 'number')
      assert.equal(migrated.report_score, score)
      assert.deepEqual(migrated.skipped, [])
      const sheetScore = await scorecardScore(sheetPath(migrated))
      assert.ok(
        Math.abs(sheetScore * migrated.scale - score) < 1e-9,
        `${sheetScore} ${migrated.scale} ${score}`,
      )
    })

  test('scoring code becomes the score of the sheet, with the same value', async () => {
    const code = 'return { score: data.filter((row) => row.same.comparison_result).length * 10 }'
    const run = await runOf('scored by code', [same], { code, code_language: 'JAVASCRIPT' })
    const migrated = await migrate(run)
    assert.deepEqual(migrated.skipped, [{ column: null, reason: 'custom_code' }])
    assert.deepEqual(
      [migrated.scorecard_id, migrated.scale, migrated.report_score],
      [null, null, await reportScore(run)],
    )
    const path = `${sheetPath(migrated)}/score`
    bodyOf(await app.api.post(path, {}), 202)
    const scored = await until(
      async () => bodyOf(await app.api.get(path)),
      ({ status, score }) => status === 'completed' || score != null,
    )
    assert.match(JSON.stringify(scored), new RegExp(`"overall_score":${migrated.report_score}[,}]`))
  })

  test('a computed column refers to the columns that it reads', async () => {
    const migrated = await migrate(await runOf('sources', [same]))
    const path = sheetPath(migrated)
    const columns = bodyOf(await app.api.get(`${path}/columns`)).data
    const column = columns.find(({ title }: { title: string }) => title === 'same')
    assert.equal(column.dependencies.length, 2)
  })

  test('a report that cannot be migrated is refused, and no table is created', async () => {
    const count = async () => bodyOf(await app.api.get('/api/public/v2/tables?limit=100')).data.length
    const run = await runOf('refused', [same])
    const before = await count()
    const { report } = bodyOf(await app.api.get(`/reports/${run}`))
    bodyOf(await app.api.post(`/reports/${report.parent_report_id}/migrate`, {}), 400)
    bodyOf(await app.api.post('/reports/999999/migrate', {}), 404)
    bodyOf(await app.api.delete(`/reports/${run}`))
    bodyOf(await app.api.post(`/reports/${run}/migrate`, {}), 404)
    assert.equal(await count(), before)
  })
})
