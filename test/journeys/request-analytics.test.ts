import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSearch } from '../../src/engine/search/index.ts'
import { QueryTooSlowError } from '../../src/server/db/index.ts'
import { bucketingOf } from '../../src/server/requests/analytics/read-analytics.ts'
import { withoutTimeOrder } from '../../src/server/requests/analytics/summand-queries.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import { searchLog } from '../../src/server/requests/search/search-log.ts'
import { SqlLogSearch } from '../../src/server/requests/search/sql-log-search.ts'
import { queriesWithin, sharedLimit } from '../../src/server/requests/search/time-limit.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { analyticsOf, analyticsPath, chartOf, customPath } from './support/analytics.ts'
import { log } from './support/requests.ts'

describe('request analytics', () => {
  const app = appOfSuite()

  it('group requests by model, error and a metadata value', async () => {
    const { api } = await app.newWorkspace()
    await log(api, { metadata: { customer: 'ada' }, price: 0.5, input_tokens: 3 })
    await log(api, {
      metadata: { customer: 'bob' },
      model: '__proto__',
      status: 'ERROR',
      error_type: 'PROVIDER_TIMEOUT',
    })
    const overview = await analyticsOf(api, { metadata_cost_breakdown_key: 'customer' })
    assert.deepEqual(overview.mostUsedModels, [
      ['__proto__', 1],
      ['gpt-4o-mini', 1],
    ])
    assert.deepEqual(overview.errorTypes, [{ errorType: 'PROVIDER_TIMEOUT', requests: 1 }])
    assert.deepEqual(overview.metadataValueBreakdown, [
      { key: 'customer', value: 'ada', label: 'ada', requests: 1, cost: 0.5, unpricedRequests: 0 },
      { key: 'customer', value: 'bob', label: 'bob', requests: 1, cost: 0, unpricedRequests: 1 },
    ])
    assert.equal(overview.stats.length, 1)
    assert.deepEqual(overview.stats[0].statusCounts, { SUCCESS: 1, ERROR: 1 })
    assert.equal(overview.averageLatency, 1)
  })

  it('sum by the values of a metadata key: the largest values, the other values, and requests without a value', async () => {
    const { api } = await app.newWorkspace()
    const model = 'model-without-price'
    for (const [metadata, more] of [
      [{ customer: 'ada' }, { price: 0.5, input_tokens: 3, output_tokens: 4 }],
      [{ customer: 'ada' }, { price: 0.25, status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }],
      [{ customer: ['bob', 'eve'] }, { price: 0.125 }],
      [{ customer: 'new' }, { model }],
      [{ customer: '' }, { price: 1 }],
      [{ region: 'eu' }, { model }],
    ] as const)
      await log(api, { metadata, input_tokens: 0, output_tokens: 0, ...more })
    const sums = async (body: object) =>
      (await api.post(`${analyticsPath}/by-metadata`, { metadata_key: 'customer', ...body })).body
    const sum = (requests: number, cost: number | null, more: object = {}) => ({
      requests,
      errors: 0,
      cost,
      unpriced_requests: 0,
      uncounted_requests: requests,
      input_tokens: 0,
      output_tokens: 0,
      score: null,
      ...more,
    })
    const all = await sums({})
    assert.deepEqual(all, {
      success: true,
      values: [
        {
          value: 'ada',
          ...sum(2, 0.75, { errors: 1, uncounted_requests: 0, input_tokens: 3, output_tokens: 4 }),
        },
        { value: 'bob', ...sum(1, 0.125) },
        { value: 'eve', ...sum(1, 0.125) },
        { value: 'new', ...sum(1, null, { unpriced_requests: 1 }) },
      ],
      other: { value_count: 0, ...sum(0, 0) },
      no_value: sum(2, 1, { unpriced_requests: 1 }),
      is_whole: true,
      requests_left_out: 0,
    })
    const few = await sums({ limit: 1, sort_by: 'requests' })
    assert.deepEqual(few.values, [all.values[0]])
    assert.deepEqual(few.other, { value_count: 3, ...sum(3, 0.25, { unpriced_requests: 1 }) })
    assert.deepEqual(few.no_value, all.no_value)
    const filters = [{ field: 'metadata', operator: 'key_equals', nested_key: 'region', value: 'eu' }]
    const narrow = await sums({ filter_group: { filters } })
    assert.deepEqual([narrow.values, narrow.no_value], [[], sum(1, null, { unpriced_requests: 1 })])
    assert.deepEqual((await sums({ metadata_key: 'nowhere' })).no_value.requests, 6)
    assert.equal((await api.post(`${analyticsPath}/by-metadata`, { metadata_key: '' })).status, 422)
    const other = await app.newWorkspace()
    const { body } = await other.api.post(`${analyticsPath}/by-metadata`, { metadata_key: 'customer' })
    assert.deepEqual([body.values, body.no_value], [[], sum(0, 0)])
  })

  it('show the mean of a score, or the share of one of its values, by the values of a metadata key', async () => {
    const { api } = await app.newWorkspace()
    for (const [customer, ...scores] of [
      ['ada', { name: 'tone', value: 40 }, { name: 'topic', value: 'refund', source: 'judge' }],
      ['ada', { name: 'tone', value: 0.5 }, { name: 'topic', value: 'other' }],
      ['ada', { name: 'other', value: 1 }],
      ['bob', { name: 'tone', value: true }],
      ['eve'],
      [undefined, { name: 'tone', value: 7 }, { name: 'topic', value: 'refund' }],
    ] as const) {
      const id = await log(api, { metadata: customer ? { customer } : {} })
      for (const score of scores) {
        const { status } = await api.post('/api/public/v2/scores', {
          subject_type: 'request',
          subject_id: String(id),
          ...score,
        })
        assert.equal(status, 201)
      }
    }
    const scoresOf = async (options: object) => {
      const body = { metadata_key: 'customer', sort_by: 'requests', ...options }
      const { values, other, no_value } = (await api.post(`${analyticsPath}/by-metadata`, body)).body
      const shown = values.map(({ value, score }: { value: string; score: object }) => [value, score])
      return { ...Object.fromEntries(shown), other: other.score, none: no_value.score }
    }
    const score = (mean: number | null, scored_requests: number) => ({ mean, scored_requests })
    assert.deepEqual(await scoresOf({ score_name: 'tone' }), {
      ada: score(20.25, 2),
      bob: score(1, 1),
      eve: score(null, 0),
      other: score(null, 0),
      none: score(7, 1),
    })
    assert.deepEqual(await scoresOf({ score_name: 'topic', score_value: 'refund', limit: 1 }), {
      ada: score(0.5, 2),
      other: score(null, 0),
      none: score(1, 1),
    })
    const { status, body } = await api.post(`${analyticsPath}/by-metadata`, {
      metadata_key: 'customer',
      score_value: 'refund',
    })
    assert.deepEqual([status, /score_value/.test(body.message)], [400, true])
  })

  it('sum only the newest requests by a metadata key if the query for all takes too long, and report how many are left out', async () => {
    const { api, id } = await app.newWorkspace()
    for (const customer of ['ada', 'bob']) await log(api, { metadata: { customer }, price: 1 })
    let isSlow = true
    const { store } = app.context
    const timedQuery: typeof store.timedQuery = async (query, limit) => {
      if (isSlow && query.sql.includes('ranked')) {
        isSlow = false
        throw new QueryTooSlowError('slow')
      }
      return store.timedQuery(query, limit)
    }
    const query = withoutTimeOrder(parseSearch({}))
    const search = await searchLog({ ...store, timedQuery }, id as WorkspaceId, query, {
      limit: sharedLimit(),
    })
    const { rows, leftOut } = await search.metadataSums({
      key: 'customer',
      score: null,
      sortBy: 'cost',
      limit: 5,
    })
    assert.deepEqual([isSlow, leftOut, rows.map(({ name }) => name)], [false, 0, ['ada', 'bob']])
  })

  it('are the same if more requests match than one statement can hold', async () => {
    const { api, id } = await app.newWorkspace()
    for (const customer of ['ada', 'bob', 'ada'])
      await log(api, { metadata: { customer }, tags: ['x'], price: 1 })
    const { store } = app.context
    const filters = [{ field: 'tags', operator: 'contains', value: 'x' }]
    const query = withoutTimeOrder(parseSearch({ filter_group: { filters } }))
    const bucketing = bucketingOf({ start: null, end: null }, null)
    let refused = 0
    const timedQuery: typeof store.timedQuery = async (query, limit) => {
      const rows = await store.timedQuery(query, limit)
      if (!query.sql.includes('with matched')) return rows
      refused++
      return rows.map((row) => ({ ...row, rows: null, facets: null, toolCalls: null, latencies: null }))
    }
    const overviewOf = async (searched: typeof store) => {
      const runQuery = queriesWithin(searched, sharedLimit())
      // The database's own search: with the log in ClickHouse, `searchLog` opens another.
      const search = new SqlLogSearch(await openSearch(searched, id as WorkspaceId, query, runQuery))
      const { rows, facets, toolCalls } = await search.overview(bucketing, 'customer')
      const numbers = (list: readonly object[]) =>
        list
          .map((row) => JSON.stringify(Object.entries(row).map(([key, value]) => [key, String(value)])))
          .sort()
      return [rows, facets, toolCalls].map(numbers)
    }
    assert.deepEqual(await overviewOf({ ...store, timedQuery }), await overviewOf(store))
    assert.equal(refused, store.dialect === 'postgres' ? 1 : 0)
  })

  it('add the largest prices exactly', async () => {
    const { api } = await app.newWorkspace()
    const times = { request_start_time: '2026-11-20T10:00:00Z', request_end_time: '2026-11-20T10:00:01Z' }
    for (const _ of [1, 2]) await log(api, { price: 1e15, tags: ['dear'], metadata: { who: 'x' }, ...times })
    const tagged = { filters: [{ field: 'tags', operator: 'contains', value: 'dear' }] }
    for (const filter_group of [undefined, tagged]) {
      const overview = await analyticsOf(api, { filter_group, metadata_cost_breakdown_key: 'who' })
      assert.equal(overview.totalCost, 2e15)
      assert.equal(overview.tagsBreakdown[0].cost, 2e15)
      assert.equal(overview.metadataValueBreakdown[0].cost, 2e15)
    }
  })

  it('are empty for an empty log, and exclude other workspaces', async () => {
    const { api } = await app.newWorkspace()
    const overview = await analyticsOf(api)
    assert.deepEqual([overview.totalRequests, overview.stats, overview.cacheTokenRatio], [0, [], null])
    assert.deepEqual((await chartOf(api, {})).data, [{ name: 'all', value: 0 }])
  })

  it('show the ratio of two series', async () => {
    const { api } = await app.newWorkspace()
    await log(api, { input_tokens: 10, output_tokens: 5 })
    const actual = await chartOf(api, {
      series: [
        { key: 'in', label: 'Input', metric: 'sum', metricField: 'input_tokens' },
        { key: 'out', label: 'Output', metric: 'sum', metricField: 'output_tokens' },
      ],
      derivedInsights: [{ label: 'Share', numeratorSeriesKey: 'out', denominatorSeriesKey: 'in' }],
    })
    assert.deepEqual(actual.data, [{ name: 'all', in: 10, in_uncounted: 0, out: 5, out_uncounted: 0 }])
    assert.equal(actual.derivedInsights[0].value, 0.5)
  })

  it('show the error rate and tokens of the largest group, even if other groups have more errors', async () => {
    const { api } = await app.newWorkspace()
    const failed = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }
    for (const tag of ['a', 'b', 'b']) await log(api, { tags: [tag], ...failed })
    for (const more of [failed, {}, {}, {}])
      await log(api, { tags: ['z'], input_tokens: 3, output_tokens: 4, ...more })
    const series = [
      { key: 'rate', label: 'Error rate', metric: 'avg', metricField: 'errors' },
      { key: 'failed', label: 'Errors', metric: 'sum', metricField: 'errors' },
      { key: 'tokens', label: 'Tokens', metric: 'sum', metricField: 'total_tokens' },
    ]
    const { data } = await chartOf(api, { series, groupByField: 'tags', limit: 1 })
    assert.deepEqual(data, [{ name: 'z', rate: 0.25, failed: 1, tokens: 28, tokens_uncounted: 0 }])
    const [all] = (await chartOf(api, { series })).data
    assert.deepEqual([all.rate, all.failed], [4 / 7, 4])
    const overTime = await chartOf(api, { metric: 'avg', metricField: 'errors', timeSeries: true })
    assert.deepEqual(
      overTime.data.map(({ value }: { value: number }) => value),
      [4 / 7],
    )
  })

  it('count the requests without token counts beside each sum of tokens', async () => {
    const { api } = await app.newWorkspace()
    const counted = { model: 'counted', input_tokens: 3, tags: ['a'] }
    const refused = { status: 'ERROR', error_type: 'PROVIDER_TIMEOUT', price: 0 }
    for (const [hours, body] of [
      [1, counted],
      [1, { model: 'silent', tags: ['a'] }],
      [2, { model: 'silent', provider: 'other', input_tokens: 0, output_tokens: 0 }],
      [2, { model: 'silent', ...refused }],
      [30, { model: 'silent', status: 'ERROR', error_type: 'PROVIDER_TIMEOUT' }],
    ] as const)
      await log(api, {
        input_tokens: 0,
        output_tokens: 0,
        ...body,
        request_start_time: new Date(Date.UTC(2026, 10, 1, hours)).toISOString(),
        request_end_time: new Date(Date.UTC(2026, 10, 1, hours, 1)).toISOString(),
      })
    const check = async () => {
      const overview = await analyticsOf(api)
      const uncountedOf = (rows: { uncountedRequests: number }[]) =>
        rows.reduce((sum, row) => sum + row.uncountedRequests, 0)
      const { uncountedRequests, stats, tagsBreakdown, providerBreakdown } = overview
      assert.deepEqual(
        [uncountedRequests, uncountedOf(stats), uncountedOf(tagsBreakdown), uncountedOf(providerBreakdown)],
        [3, 3, 1, 3],
      )
      const groupByField = 'engine'
      const { data } = await chartOf(api, { groupByField, metric: 'sum', metricField: 'total_tokens' })
      assert.deepEqual(data, [
        { name: 'counted', value: 3, value_uncounted: 0 },
        { name: 'silent', value: 0, value_uncounted: 3 },
      ])
      const averages = await chartOf(api, { groupByField, metric: 'avg', metricField: 'input_tokens' })
      assert.deepEqual(
        averages.data.map((row: Record<string, number>) => [row['value'], row['value_uncounted']]),
        [
          [3, 0],
          [null, 3],
        ],
      )
    }
    await check()
    await finishIndex(app.context.store)
    await check()
  })

  it('show no ratio with a cost if a request has an unknown price', async () => {
    const { api } = await app.newWorkspace()
    const ratio = { label: 'Per token', numeratorSeriesKey: 'cost', denominatorSeriesKey: 'tokens' }
    const series = [
      { key: 'cost', label: 'Cost', metric: 'sum', metricField: 'cost' },
      { key: 'tokens', label: 'Tokens', metric: 'sum', metricField: 'input_tokens' },
    ]
    const ratioOf = async () =>
      (await chartOf(api, { series, derivedInsights: [ratio] })).derivedInsights[0].value
    await log(api, { model: 'model-without-price', input_tokens: 10, output_tokens: 1 })
    assert.equal(await ratioOf(), undefined)
    await log(api, { price: 0, input_tokens: 10 })
    assert.equal(await ratioOf(), undefined, 'the tokens of the request without a price would count')
    const [free] = (await chartOf(api, { series })).data
    assert.deepEqual([free.cost, free.cost_unpriced], [0, 1])
  })

  it('measure one score by its name, and count the requests that have it', async () => {
    const { api } = await app.newWorkspace()
    const first = await log(api, { score: 90, score_name: 'tone' })
    const second = await log(api, { score: 20, score_name: 'length' })
    await log(api, {})
    const give = async (id: number, body: object) => {
      const subject = { subject_type: 'request', subject_id: String(id) }
      assert.equal((await api.post('/api/public/v2/scores', { ...subject, ...body })).status, 201)
    }
    await give(first, { name: 'resolved', value: true })
    await give(second, { name: 'resolved', value: false })
    await give(first, { name: 'topic', value: 'refund' })
    await give(first, { name: 'topic', value: 'refund', source: 'person' })
    const tone = { metric: 'avg', metricField: 'score', scoreName: 'tone' }
    assert.deepEqual((await chartOf(api, tone)).data, [{ name: 'all', value: 90, value_scored: 1 }])
    const yes = { ...tone, scoreName: 'resolved', scoreValue: 'yes' }
    assert.deepEqual((await chartOf(api, yes)).data, [{ name: 'all', value: 0.5, value_scored: 2 }])
    const absent = { ...tone, scoreName: 'absent' }
    assert.deepEqual((await chartOf(api, absent)).data, [{ name: 'all', value: null, value_scored: 0 }])
    const byTopic = await chartOf(api, { groupByScoreName: 'topic' })
    assert.deepEqual(byTopic.data, [{ name: 'refund', value: 1 }])
  })

  const wrong: readonly [string, object][] = [
    ['id', { id: 'no spaces' }],
    ['chartType', { chartType: 'line' }],
    ['metricField', { metric: 'sum' }],
    ['percentile', { metric: 'percentile', metricField: 'cost' }],
    ['scoreName', { scoreName: 'tone' }],
    ['scoreName', { metric: 'avg', metricField: 'cost', scoreName: 'tone' }],
    ['scoreValue', { metric: 'avg', metricField: 'score', scoreValue: 'yes' }],
    ['groupByScoreName', { groupByField: 'engine', groupByScoreName: 'tone' }],
    ['groupByMetadataKey', { groupByField: 'engine', groupByMetadataKey: 'a' }],
    ['series.0.key', { series: [{ key: 'name', label: '', metric: 'sum', metricField: 'cost' }] }],
    [
      'derivedInsights.0',
      { derivedInsights: [{ label: '', numeratorSeriesKey: 'a', denominatorSeriesKey: 'b' }] },
    ],
  ]
  for (const [path, chart] of wrong)
    it(`refuse a chart for its ${path}: ${JSON.stringify(chart)}`, async () => {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const { status, body } = await app.api.post(customPath, { customCharts })
      assert.equal(status, 400)
      assert.match(body.message, new RegExp(`^customCharts\\.0\\.${path.replaceAll('.', '\\.')}: `))
    })

  it('refuse invalid names of scores', async () => {
    const scoreMeasure = { metric: 'avg', metricField: 'score', scoreName: 'tone' }
    for (const [field, chart] of [
      ['groupByScoreName', { groupByScoreName: 'a\u0000' }],
      ['scoreName', { ...scoreMeasure, scoreName: 'a\u0000' }],
      ['scoreValue', { ...scoreMeasure, scoreValue: '\ud800' }],
    ] as const) {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const { status, body } = await app.api.post(customPath, { customCharts })
      assert.equal(status, 422, field)
      assert.ok(JSON.stringify(body).includes(field), JSON.stringify(body))
    }
  })

  it('refuse invalid filters and time zones', async () => {
    const filter_group = { filters: [{ field: 'cost', operator: 'contains', value: 1 }] }
    assert.equal((await app.api.post(analyticsPath, { filter_group })).status, 400)
    assert.equal((await app.api.post(analyticsPath, { time_zone: 'Nowhere' })).status, 400)
  })
})
