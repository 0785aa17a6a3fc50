import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { finishedReport, publishedGroup } from '../journeys/support/datasets.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { runGalley, startServer, stopped } from './galley-process.ts'
import { migratedHome } from './storage.ts'

test('galley migrate-report makes a table of a run, and reports columns that it cannot move', async (context) => {
  const { config, environment } = await migratedHome(context)
  const server = await startServer(environment)
  const key = readFileSync(join(config.folder, 'api-key'), 'utf8').trim()
  const api = apiOf(server.address, key)
  const columns = [
    { column_type: 'COMPARE', name: 'same', configuration: { sources: ['a', 'b'] }, is_part_of_score: true },
  ]
  const dataset_group_id = await publishedGroup(api, 'of the command', [
    { a: 'x', b: 'x' },
    { a: 'x', b: 'y' },
  ])
  const { report_id } = bodyOf(await api.post('/reports', { dataset_group_id, columns }), 201)
  const run = bodyOf(await api.post(`/reports/${report_id}/run`, { name: 'a run' })).report_id
  await finishedReport(api, run)
  await stopped(server)

  const { code, stdout, stderr } = await runGalley(['migrate-report', String(run)], environment)
  assert.equal(code, 0, stderr)
  const made = JSON.parse(stdout)
  assert.deepEqual([made.report_score, made.scale, made.skipped], [50, 100, []])
  for (const [words, message] of [
    [[String(report_id)], /is a pipeline/],
    [['999999'], /no such report/],
    [['one'], /id of an evaluation's run/],
    [[String(run), '--workspace', '7'], /no workspace 7/],
  ] as const) {
    const refused = await runGalley(['migrate-report', ...words], environment)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, message)
  }

  const again = await startServer(environment)
  const path = `/api/public/v2/tables/${made.table_id}/sheets/${made.sheet_id}`
  const sheet = bodyOf(await apiOf(again.address, key).get(path)).sheet
  assert.equal(sheet.row_count, 2)
  await stopped(again)
})
