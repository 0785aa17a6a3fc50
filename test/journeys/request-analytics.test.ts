import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../kit/app.ts'
import { analyticsOf, analyticsPath, chartOf, customPath } from './support/analytics.ts'
import { log } from './support/requests.ts'

describe('request analytics', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.close())

  it('tell models, errors and values of a key', async () => {
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

  it('add up prices that together are no number', async () => {
    const { api } = await app.newWorkspace()
    const times = { request_start_time: '2026-11-20T10:00:00Z', request_end_time: '2026-11-20T10:00:01Z' }
    for (const _ of [1, 2])
      await log(api, { price: 1.7e308, tags: ['dear'], metadata: { who: 'x' }, ...times })
    const tagged = { filters: [{ field: 'tags', operator: 'contains', value: 'dear' }] }
    for (const filter_group of [undefined, tagged]) {
      const overview = await analyticsOf(api, { filter_group, metadata_cost_breakdown_key: 'who' })
      assert.equal(overview.totalCost, 2e15)
      assert.equal(overview.tagsBreakdown[0].cost, 2e15)
      assert.equal(overview.metadataValueBreakdown[0].cost, 2e15)
    }
  })

  it('say nothing of an empty log and of other workspaces', async () => {
    const { api } = await app.newWorkspace()
    const overview = await analyticsOf(api)
    assert.deepEqual([overview.totalRequests, overview.stats, overview.cacheTokenRatio], [0, [], null])
    assert.deepEqual((await chartOf(api, {})).data, [{ name: 'all', value: 0 }])
  })

  it('compare series by a ratio', async () => {
    const { api } = await app.newWorkspace()
    await log(api, { input_tokens: 10, output_tokens: 5 })
    const drawn = await chartOf(api, {
      series: [
        { key: 'in', label: 'Input', metric: 'sum', metricField: 'input_tokens' },
        { key: 'out', label: 'Output', metric: 'sum', metricField: 'output_tokens' },
      ],
      derivedInsights: [{ label: 'Share', numeratorSeriesKey: 'out', denominatorSeriesKey: 'in' }],
    })
    assert.deepEqual(drawn.data, [{ name: 'all', in: 10, out: 5 }])
    assert.equal(drawn.derivedInsights[0].value, 0.5)
  })

  const wrong: readonly [string, object][] = [
    ['id', { id: 'no spaces' }],
    ['chartType', { chartType: 'line' }],
    ['metricField', { metric: 'sum' }],
    ['percentile', { metric: 'percentile', metricField: 'cost' }],
    ['groupByMetadataKey', { groupByField: 'engine', groupByMetadataKey: 'a' }],
    ['series.0.key', { series: [{ key: 'name', label: '', metric: 'sum', metricField: 'cost' }] }],
    [
      'derivedInsights.0',
      { derivedInsights: [{ label: '', numeratorSeriesKey: 'a', denominatorSeriesKey: 'b' }] },
    ],
  ]
  for (const [path, chart] of wrong)
    it(`refuse a chart for its ${path}`, async () => {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const { status, body } = await app.api.post(customPath, { customCharts })
      assert.equal(status, 400)
      assert.match(body.message, new RegExp(`^customCharts\\.0\\.${path.replaceAll('.', '\\.')}: `))
    })

  it('refuse filters and zones that they do not understand', async () => {
    const filter_group = { filters: [{ field: 'cost', operator: 'contains', value: 1 }] }
    assert.equal((await app.api.post(analyticsPath, { filter_group })).status, 400)
    assert.equal((await app.api.post(analyticsPath, { time_zone: 'Nowhere' })).status, 400)
  })
})
