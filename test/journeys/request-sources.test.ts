import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
import { migrate } from '../../src/server/db/index.ts'
import { setupCode } from '../../src/server/people/index.ts'
import { openDatabase } from '../crash/database.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { ada, Visitor } from './support/browser-api.ts'
import { finishedReport } from './support/datasets.ts'
import { storageBefore } from './support/older-storage.ts'
import { promptPipeline } from './support/report-runs.ts'
import { idsIn, searchPage } from './support/request-search.ts'
import { log, readBack } from './support/requests.ts'
import { draftOf, gpt, runOf, runPath, startRunWorld } from './support/running.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet } from './support/tables.ts'
import { chat, publish, user } from './support/templates.ts'
import { createWorkflow, output, promptNode, runToEnd, topic } from './support/workflows.ts'

const from = (...sources: string[]) => ({
  filter_group: { filters: [{ field: 'source', operator: 'in', value: sources }] },
})

describe('the source of a request', () => {
  const world = ofSuite(startRunWorld)
  let ids: Record<'dataset' | 'app' | 'run' | 'playground' | 'workflow' | 'sheet' | 'report', number[]>
  before(async () => {
    const { api, app } = world
    const newest = async (before: readonly number[]) =>
      idsIn(await searchPage(api, {})).filter((id) => !before.includes(id))
    const requestsOf = async (act: () => Promise<unknown>) => {
      const before = idsIn(await searchPage(api, {}))
      await act()
      return newest(before)
    }
    await publish(api, 'ask', chat(user('About {thing}')), { metadata: gpt() })
    await createWorkflow(api, {
      name: 'flow',
      ...topic,
      nodes: [promptNode('first', 'ask', { thing: 'topic' }, output)],
    })
    const visitor = new Visitor(app)
    await visitor.send('POST', '/setup', { code: await setupCode(app.context.store, Date.now()), ...ada })
    const draft = draftOf(chat(user('Hi')))
    const report = await requestsOf(async () => finishedReport(api, await promptPipeline(api, 'report', 1)))
    ids = {
      // The dataset of the report is made of a logged request.
      dataset: report.slice(1),
      report: report.slice(0, 1),
      app: await requestsOf(() => log(api)),
      run: await requestsOf(() => runOf(api, draft)),
      playground: await requestsOf(() => visitor.sendTo('POST', runPath, draft)),
      workflow: await requestsOf(() => runToEnd(api, 'flow', { input_variables: { topic: 'rain' } })),
      sheet: await requestsOf(async () => {
        const sheet = await emptySheet(api)
        const { id: column } = await sheet.column('topic')
        await sheet.add([{ [column]: 'snow' }])
        const variables = { prompt_template_variable_mappings: { thing: 'topic' } }
        await sheet.column('answer', 'PROMPT_TEMPLATE', { template: { name: 'ask' }, ...variables })
        const flow = { workflow_id: 'flow', input_mappings: { topic: 'topic' } }
        await sheet.column('flow', 'WORKFLOW', flow)
        await untilQuiet(sheet)
      }),
    }
  })

  it('is the feature that sent the request', async () => {
    const { api } = world
    const counts = Object.fromEntries(Object.entries(ids).map(([key, all]) => [key, all.length]))
    assert.deepEqual(counts, { dataset: 1, app: 1, run: 1, playground: 1, workflow: 1, sheet: 2, report: 1 })
    const sourcesOf = async (all: readonly number[]) =>
      new Set(await Promise.all(all.map(async (id) => (await readBack(api, id)).source)))
    assert.deepEqual(await sourcesOf([...ids.dataset, ...ids.app, ...ids.run]), new Set(['app']))
    assert.deepEqual(await sourcesOf(ids.playground), new Set(['playground']))
    assert.deepEqual(await sourcesOf(ids.workflow), new Set(['workflow']))
    assert.deepEqual(await sourcesOf([...ids.sheet, ...ids.report]), new Set(['evaluation']))
  })

  it('filters searches; without the filter, requests of all sources are returned', async () => {
    const { api } = world
    const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b)
    const idsOf = async (body: object) => sorted(idsIn(await searchPage(api, body)))
    assert.deepEqual(await idsOf({}), sorted(Object.values(ids).flat()))
    assert.deepEqual(
      await idsOf(from('app', 'workflow')),
      sorted([...ids.dataset, ...ids.app, ...ids.run, ...ids.workflow]),
    )
    assert.deepEqual(await idsOf(from('evaluation')), sorted([...ids.sheet, ...ids.report]))
    const { items } = await searchPage(api, from('playground'))
    assert.deepEqual([items.length, items[0].source], [1, 'playground'])
    const wrong = { filters: [{ field: 'source', operator: 'gt', value: 1 }] }
    assert.equal((await api.post('/api/public/v2/requests/search', { filter_group: wrong })).status, 400)
  })

  it('groups charts, and is a column of exports', async () => {
    const { api } = world
    const chart = { id: 'sources', chartType: 'bar', groupByField: 'source', timeSeries: false }
    const path = '/api/public/v2/requests/analytics/custom-analytics'
    const { status, body } = await api.post(path, { customCharts: [{ ...chart, metric: 'count' }] })
    assert.equal(status, 200, JSON.stringify(body))
    const rows = body.customCharts[0].data as { name: string; value: number }[]
    const groups = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    assert.deepEqual(groups, { app: 3, playground: 1, workflow: 1, evaluation: 3 })
    const headers = { 'X-API-KEY': world.app.key }
    const file = await fetch(`${world.app.baseUrl}/api/public/v2/requests/export?format=csv`, { headers })
    const text = await file.text()
    assert.match(text, /^request_id,.*,source,/)
    assert.equal(text.match(/,evaluation,/g)?.length, 3)
  })
})

test('calls that Galley made before sources were stored get a source from their other fields', async (context) => {
  const { config, database } = await storageBefore(context, '0039')
  await database.query(`insert into workspaces (id, name, created_at) values (1, 'old', 1)`)
  // Cells and nodes without their sheets and workflows are enough here.
  await database.query(
    config.databaseUrl ? `set session_replication_role = replica` : `pragma foreign_keys = off`,
  )
  const month = Date.UTC(2026, 10, 15)
  if (config.databaseUrl) await database.query(`select make_request_month(${month})`)
  const formats = ['log', 'run', 'run', 'run', 'run', 'run']
  for (const [index, format] of formats.entries()) {
    const tags = index === 1 ? '["editor"]' : '[]'
    await database.query(`insert into requests (workspace_id, id, source, provider, model, function_name, started_at,
      ended_at, status, input_tokens, output_tokens, price, price_source, tags, metadata, created_at)
      values (1, ${index + 1}, '${format}', 'openai', 'gpt-4o-mini', '', ${month}, ${month}, 'SUCCESS', 1, 2, 0, 'given',
      '${tags}', '{}', ${month})`)
  }
  const sums = [
    'requests',
    'input_tokens',
    'output_tokens',
    'price',
    'latency_ms',
    'cached_tokens',
    'thinking_tokens',
    'turns',
    'tool_calls',
    'traced',
    'json_outputs',
    'tool_call_outputs',
    'unpriced',
  ]
  await database.query(`insert into request_hours (workspace_id, hour, provider, model, prompt_id, status, error_type,
    latency_bucket, shard, ${sums}) values (1, ${month / 3_600_000}, 'openai', 'gpt-4o-mini', 0, 'SUCCESS', '', 0, 0,
    ${sums.map((sum) => (sum === 'requests' ? 6 : 0))})`)
  await database.query(`insert into workflow_run_nodes (workspace_id, run_id, position, status, started_at, request_ids)
    values (1, 1, 0, 'SUCCESS', 1, '[3]')`)
  await database.query(`insert into report_cells (workspace_id, report_id, row_index, column_id, status, request_ids)
    values (1, 1, 0, 1, 'COMPLETED', '[4]')`)
  await database.query(`insert into sheet_cells (workspace_id, sheet, row_id, column_number, status, resting, awaiting,
    generation, since, updated_at, metrics) values (1, 1, 1, 1, 'COMPLETED', 'STALE', 0, 0, 1, 1, '{"request_ids":[5]}')`)
  await database.close()
  await migrate(config)
  const migrated = await openDatabase(config)
  const rows = await migrated.query('select source, feature from requests order by id')
  const hours = await migrated.query('select source, requests from request_hours order by source')
  const entries = await migrated.query('select value from request_facets order by request_id')
  await migrated.close()
  const sources = ['app', 'playground', 'workflow', 'evaluation', 'evaluation', 'app']
  assert.deepEqual(
    rows.map(({ feature, source }) => [feature, source]),
    sources.map((source, index) => [source, formats[index]]),
  )
  const counts = { app: 2, evaluation: 2, playground: 1, workflow: 1 }
  assert.deepEqual(Object.fromEntries(hours.map((row) => [row['source'], Number(row['requests'])])), counts)
  assert.deepEqual(
    entries.map(({ value }) => value),
    ['playground', 'workflow', 'evaluation', 'evaluation'],
  )
})
