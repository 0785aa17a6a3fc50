import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { groupFields, metricFields } from '../../src/engine/analytics/index.ts'
import { parseSearch, requestSources } from '../../src/engine/search/index.ts'
import {
  backfill,
  describe as describeCopy,
  type LogCopy,
  openLogCopy,
  readFrom,
  verify,
} from '../../src/server/clickhouse-copy/copy-tools.ts'
import { deleteRequests, finishIndex } from '../../src/server/requests/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { analyticsOf, chartOf } from '../journeys/support/analytics.ts'
import { equalsMemory } from '../journeys/support/equals-memory.ts'
import { chatValues, exportSpans, newSpanId, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { orderedQuery, request } from '../journeys/support/random-requests.ts'
import { idsIn, recordOf, searchAll, searchPage } from '../journeys/support/request-search.ts'
import { log, logFrom } from '../journeys/support/requests.ts'
import type { SearchRecord } from '../journeys/support/search-in-memory.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { rounded } from './rounded.ts'
import { searchCopy } from './search-copy.ts'
import { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'

describe('the log in ClickHouse', () => {
  let app: TestApp
  let server: ClickHouseServer
  let copy: LogCopy
  let workspace: WorkspaceId
  const records: SearchRecord[] = []
  before(async () => {
    server = await startClickHouse()
    app = await startApp()
    const bodies = fc.sample(request, { numRuns: 120, seed: 7 })
    const record = async (body: object, index: number) => {
      const source = requestSources[index % 7] ?? 'app'
      records.push(recordOf(await logFrom(app, source, body), body, { source }))
    }
    for (const [index, body] of bodies.slice(0, 60).entries()) await record(body, index)
    // The first half of the requests was logged before the copy began.
    copy = openLogCopy(app.context.store, server.config, 0)
    await copy.prepare()
    await copy.clickhouse.migrate()
    for (const [index, body] of bodies.slice(60).entries()) await record(body, index)
    // More models than an overview lists over time.
    for (const [index, body] of bodies.slice(0, 25).entries())
      await record({ ...body, engine: `model-${index}` }, index)
    const stranger = await app.newWorkspace()
    for (const body of fc.sample(request, { numRuns: 10, seed: 8 })) await log(stranger.api, body)
    await finishIndex(app.context.store)
    const { db } = app.context.store
    const row = await db
      .selectFrom('requests')
      .select('workspace_id')
      .where('id', '=', records[0]!.numbers.pl_id!)
      .executeTakeFirstOrThrow()
    workspace = row.workspace_id as WorkspaceId
  })
  after(async () => {
    await copy.stop()
    await app.close()
    await server.stop()
  })

  it('refuses to be read before it has all requests', async () => {
    assert.equal((await describeCopy(copy)).state, 'changes')
    await assert.rejects(readFrom(copy, 'clickhouse'), /run `galley log backfill` first/)
    assert.notEqual((await verify(copy)).different_days, 0)
    await backfill(copy, () => {})
    assert.deepEqual(await verify(copy), { requests: 155, traces: 0, differences: [], different_days: 0 })
    const { state, pending, requests, problem } = await describeCopy(copy)
    assert.deepEqual([state, pending, requests, problem], ['complete', 0, 155, null])
  })

  it('has the same results as the search in memory', async () => {
    let matches = 0
    await fc.assert(
      fc.asyncProperty(orderedQuery, async (wish) => {
        const parsed = parseSearch(wish as object)
        const search = searchCopy(copy, workspace, parsed, 0)
        matches += await equalsMemory(search, records)
      }),
      { numRuns: 15, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 44) },
    )
    assert.ok(matches > 50, 'the filters find something')
  })

  it('answers searches and analytics as the database does', async () => {
    const charts = [
      ...groupFields.map((groupByField) => ({ groupByField, limit: 3 })),
      { groupByMetadataKey: 'a', metric: 'sum', metricField: 'cost' },
      { timeSeries: true, metric: 'percentile', metricField: 'latency_ms', percentile: 90 },
      { metric: 'percentile', metricField: 'time_to_first_token_ms', percentile: 90 },
      ...Object.keys(metricFields).map((metricField) => ({ timeSeries: true, metric: 'avg', metricField })),
    ]
    const fields = [
      'status',
      'source',
      'engine',
      'error_type',
      'provider_type',
      'tags',
      'tool_names',
      'metadata_keys',
    ]
    const facets = [...fields.map((field) => ({ field })), { field: 'metadata', nested_key: 'a' }]
    const wish = { filter_group: { filters: [{ field: 'engine', operator: 'is_not', value: 'claude' }] } }
    const ask = async () => ({
      found: await searchAll(app.api, { q: 'a', sort_by: 'cost' }),
      byFirstToken: await searchAll(app.api, { sort_by: 'time_to_first_token_ms' }),
      byScore: await searchAll(app.api, { sort_by: 'score', sort_score_name: 'tone' }),
      total: (await searchPage(app.api, wish)).total,
      overview: await analyticsOf(app.api, { ...wish, time_zone: 'Asia/Kolkata' }),
      all: await analyticsOf(app.api, { metadata_cost_breakdown_key: 'a' }),
      facets: (await app.api.post('/api/public/v2/requests/facets', { facets, limit: 30 })).body,
      charts: await Promise.all(charts.map((chart) => chartOf(app.api, chart, wish))),
    })
    const inDatabase = await ask()
    await readFrom(copy, 'clickhouse')
    await server.fault({})
    const inClickHouse = await ask()
    assert.ok((await server.fault({})).queries > charts.length, 'ClickHouse was asked')
    assert.deepEqual(rounded(inClickHouse), rounded(inDatabase))
    assert.equal((await copy.status()).fallbacks, 0)
  })

  it('counts values of columns in all requests, and tags in the newest 10,000', async () => {
    const many = 99 as WorkspaceId
    await copy.clickhouse.command(`insert into requests
      select one.* replace (${many} as workspace_id, id + number as id, started_at + number as started_at,
        ['1\\0\\0common', if(number = 0, '1\\0\\0oldest', '1\\0\\0other')] as facets, ['', ''] as folded)
      from (select * from requests where status = 'SUCCESS' limit 1) as one, numbers(10001) as copies`)
    const search = searchCopy(copy, many, parseSearch({}), null)
    const facets = (['status', 'tags'] as const).map((field, index) => ({ index, field, key: '' }))
    const { requests, isExact, facets: counted } = await search.facets(facets, 5)
    assert.deepEqual([requests, isExact], [10_001, true])
    assert.deepEqual(
      counted.map(({ accuracy, counts }) => [
        accuracy,
        counts.map((entry) => [entry.value, Number(entry.requests)]),
      ]),
      [
        ['exact', [['SUCCESS', 10_001]]],
        [
          'at_least',
          [
            ['common', 10_000],
            ['other', 10_000],
          ],
        ],
      ],
    )
    await copy.clickhouse.command(`delete from requests where workspace_id = ${many}`)
  })

  it('has the words of calls that arrived as spans of one export', async () => {
    const traceId = newTraceId()
    const words = ['xylophone', 'marimba']
    const spans = words.map((word) =>
      otlpSpan({
        traceId,
        name: 'chat',
        values: {
          ...chatValues,
          'gen_ai.input.messages': JSON.stringify([
            { role: 'user', parts: [{ type: 'text', content: `Tune the ${word}` }] },
          ]),
          'gen_ai.response.id': newSpanId(),
        },
      }),
    )
    assert.equal((await exportSpans(app.api, ...spans)).status, 200)
    const results = await Promise.all(words.map((word) => searchAll(app.api, { q: word })))
    assert.deepEqual(
      results.map((ids) => ids.length),
      [1, 1],
    )
    await deleteRequests(app.context.store, workspace, results.flat())
    assert.equal((await copy.status()).fallbacks, 0)
  })

  it('has every change in the next search', async () => {
    const tagged = (tag: string) => ({
      filter_group: { filters: [{ field: 'tags', operator: 'contains', value: tag }] },
    })
    const id = await log(app.api, { tags: ['first'], request_start_time: '2026-11-01T00:00:00Z' })
    const other = await log(app.api, { tags: ['first'] })
    assert.deepEqual((await searchAll(app.api, tagged('first'))).sort(byNumber), [id, other])
    const change = await app.api.post('/rest/track-metadata', { request_id: id, metadata: { stage: 'late' } })
    assert.equal(change.status, 200)
    const scored = await app.api.post('/rest/track-score', { request_id: id, score: 71, name: 'copied' })
    assert.equal(scored.status, 200)
    const late = { field: 'metadata', nested_key: 'stage', operator: 'key_equals', value: 'late' }
    const score = { field: 'score', nested_key: 'copied', operator: 'gt', value: 70 }
    const page = await searchPage(app.api, { filter_group: { filters: [late, score] } })
    assert.deepEqual([idsIn(page), page.total], [[id], 1])
    await deleteRequests(app.context.store, workspace, [id])
    assert.deepEqual(await searchAll(app.api, tagged('first')), [other])
    await deleteRequests(app.context.store, workspace, [other])
    assert.deepEqual((await verify(copy)).differences, [])
  })

  it('is not read after its end', async () => {
    await copy.end()
    await log(app.api)
    const { state, read_from, pending } = await copy.status()
    assert.deepEqual([state, read_from, pending], ['off', 'database', 0])
  })
})

const byNumber = (a: number, b: number) => a - b
