import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketError, percentileOf, sourceOf } from '../../src/engine/analytics/index.ts'
import { parseSearch } from '../../src/engine/search/index.ts'
import { measureQuery } from '../../src/server/requests/analytics/chart-queries.ts'
import { overviewQuery } from '../../src/server/requests/analytics/overview-queries.ts'
import { displayedValue } from '../../src/server/requests/analytics/present-chart.ts'
import { presentOverview } from '../../src/server/requests/analytics/present-overview.ts'
import { bucketingOf } from '../../src/server/requests/analytics/read-analytics.ts'
import {
  requestSummands,
  summandsOf,
  withoutTimeOrder,
} from '../../src/server/requests/analytics/summand-queries.ts'
import { finishIndex } from '../../src/server/requests/index.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { analyticsOf, chartOf } from './support/analytics.ts'

const start = Date.UTC(2026, 10, 2, 10)
const percents = [0, 1, 50, 90, 95, 99, 100]

async function logWithLatency(api: Api, milliseconds: number) {
  const at = (time: number) => new Date(time).toISOString()
  const { status } = await api.post('/log-request', {
    provider: 'openai',
    model: 'gpt-4o',
    input: { type: 'chat', messages: [] },
    output: { type: 'chat', messages: [] },
    request_start_time: at(start),
    request_end_time: at(start + milliseconds),
  })
  assert.equal(status, 200)
}

const measureOf = (percent: number) =>
  ({
    key: 'value',
    label: '',
    metric: 'percentile',
    field: 'latency_ms',
    unit: 'duration_seconds',
    percent,
  }) as const

describe('percentiles of latency', () => {
  const app = appOfSuite()

  /** The percentiles as they are computed from buckets when there are too many requests to sort. */
  async function inBuckets(workspace: number, from: 'hours' | 'requests') {
    const { store } = app.context
    await finishIndex(store)
    const query = withoutTimeOrder(parseSearch({ filter_group: null, q: null }))
    const search = await openSearch(store, workspace as WorkspaceId, query)
    const bucketing = bucketingOf({ start, end: start }, null)
    const driver = { by: 'time' } as const
    const summands =
      from === 'hours' ? summandsOf(search, sourceOf(query), driver) : requestSummands(search, driver)
    const rows = await search.runQuery(overviewQuery(search, summands, bucketing))
    const overview = await presentOverview({
      bucketing,
      rows,
      facets: [],
      toolCalls: [],
      names: new Map<number, string>(),
      costKey: null,
      sampleSize: 1,
      latencies: null,
    })
    const drawing = { search, summands, grouping: null, bucketing: null, isExact: false }
    const values = percents.map(async (percent) => {
      const [value] = await search.runQuery(measureQuery(drawing, measureOf(percent), null))
      return displayedValue(measureOf(percent), value!)! * 1000
    })
    return { overview, percentiles: await Promise.all(values) }
  }

  const percentileChart = (api: Api, percent: number) =>
    chartOf(api, { metric: 'percentile', metricField: 'latency_ms', percentile: percent })

  it('are exact for few requests', async () => {
    const { api } = await app.newWorkspace()
    const latencies = [12, 950, 1000, 1000, 1180, 2500, 31_000, 3, 999, 4000]
    for (const latency of latencies) await logWithLatency(api, latency)
    for (const percent of percents) {
      const chart = await percentileChart(api, percent)
      assert.equal(chart.data[0].value, percentileOf(latencies, percent)! / 1000, `p${percent}`)
    }
    const overview = await analyticsOf(api)
    assert.deepEqual(overview.latencyPercentiles, { isExact: true, relativeError: 0 })
    const [p50] = Object.values(overview.latency.p50_latency)
    assert.equal(p50, percentileOf(latencies, 50)! / 1000)
    const { body } = await api.post('/api/public/v2/requests/analytics/custom-analytics', {
      customCharts: [{ id: 'counts', chartType: 'bar' }],
    })
    assert.deepEqual(Object.keys(body.latencyPercentiles), ['isExact', 'relativeError'])
  })

  it('of equal latencies are that latency, even if they are computed from buckets', async () => {
    const { id, api } = await app.newWorkspace()
    for (let index = 0; index < 10; index++) await logWithLatency(api, 1000)
    for (const from of ['hours', 'requests'] as const) {
      const { overview, percentiles } = await inBuckets(id, from)
      assert.deepEqual(percentiles, Array(percents.length).fill(1000))
      assert.deepEqual(Object.values(overview.latency.p50_latency), [1])
      assert.deepEqual(overview.latencyPercentiles, { isExact: false, relativeError: bucketError })
    }
  })

  it('from buckets are within the stated error, and between the lowest and the highest latency', async () => {
    const { id, api } = await app.newWorkspace()
    const latencies = Array.from({ length: 60 }, (_, index) => Math.round(40 * 1.09 ** index))
    for (const latency of latencies) await logWithLatency(api, latency)
    const [least, greatest] = [Math.min(...latencies), Math.max(...latencies)]
    const byHours = await inBuckets(id, 'hours')
    for (const [index, percent] of percents.entries()) {
      const [exact, approximate] = [percentileOf(latencies, percent)!, byHours.percentiles[index]!]
      assert.ok(
        Math.abs(approximate - exact) <= bucketError * exact,
        `p${percent}: ${approximate} for ${exact}`,
      )
      assert.ok(approximate >= least && approximate <= greatest, `p${percent}: ${approximate}`)
    }
    assert.deepEqual((await inBuckets(id, 'requests')).percentiles, byHours.percentiles)
  })
})
