import { type Answer, call } from '../api/index.ts'
import {
  type Axis,
  axisOf,
  type ChartData,
  numberIn,
  remainderOf,
  secondsOf,
  withoutGaps,
} from '../charts/index.ts'
import { type Filters, filtersBefore, searchOf, spanOf } from '../requests/index.ts'
import type { Breakdown, BucketWidth, Stack } from './breakdowns.ts'

type Chart = Answer<'readCustomRequestAnalytics'>['customCharts'][number]

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const percentiles = [50, 90, 95, 99] as const
const maxSeries = 6
export const maxGroups = 100

type SumField = 'cost' | 'input_tokens' | 'output_tokens' | 'total_tokens'
export const sum = (key: string, label: string, metricField: SumField) =>
  ({ key, label, metric: 'sum', metricField }) as const
const latency = (percentile: number) =>
  ({
    key: `p${percentile}`,
    label: `p${percentile}`,
    metric: 'percentile',
    metricField: 'latency_ms',
    percentile,
  }) as const

/** The filters and the time zone that all chart calls share. */
export function chartScope(filters: Filters) {
  const { q, filter_group } = searchOf(filters, Date.now())
  return { time_zone: timeZone, ...(q && { q }), ...(filter_group && { filter_group }) }
}

export const axisFor = (filters: Filters, per: BucketWidth | undefined): Axis | null =>
  axisOf(spanOf(filters, Date.now()), per)

export interface Shape {
  readonly per: BucketWidth | undefined
  readonly stack: Stack
}

const counts = { id: 'count', chartType: 'bar', timeSeries: true } as const
const costs = { id: 'costs', chartType: 'bar', timeSeries: true, metric: 'sum', metricField: 'cost' } as const

/** The charts that `totalsOf` reads. */
const totalCharts = () => [
  { id: 'requests', chartType: 'bar' as const },
  {
    id: 'totals',
    chartType: 'bar' as const,
    series: [
      sum('cost', 'Cost', 'cost'),
      sum('input', 'Input tokens', 'input_tokens'),
      sum('output', 'Output tokens', 'output_tokens'),
      { key: 'error_rate', label: 'Error rate', metric: 'avg' as const, metricField: 'errors' as const },
      latency(50),
      latency(95),
    ],
  },
]

/** The series of the previous period; null if the time range has no start. */
export async function readBefore(filters: Filters, { per }: Shape, signal: AbortSignal) {
  const span = spanOf(filters, Date.now())
  const before = filtersBefore(filters)
  if (!span || !before) return null
  const { customCharts } = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(before),
      interval: axisFor(filters, per)!.interval,
      customCharts: [
        counts,
        costs,
        { ...counts, id: 'status', groupByField: 'status' },
        { id: 'latency', chartType: 'line', timeSeries: true, series: [latency(95)] },
        ...totalCharts(),
      ],
    },
    signal,
  })
  return { charts: customCharts, seconds: (span.to - span.from) / 1000 }
}

/** Reads all charts over time in one call. */
export async function readOverTime(filters: Filters, { per, stack }: Shape, signal: AbortSignal) {
  const axis = axisFor(filters, per)
  const answer = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(filters),
      interval: axis?.interval ?? per ?? null,
      customCharts: [
        counts,
        { id: 'status', chartType: 'bar', timeSeries: true, groupByField: 'status' },
        { id: 'latency', chartType: 'line', timeSeries: true, series: percentiles.map(latency) },
        {
          id: 'cost',
          chartType: 'line',
          timeSeries: true,
          metric: 'sum',
          metricField: 'cost',
          groupByField: 'engine',
          limit: maxSeries,
        },
        costs,
        ...totalCharts(),
        ...(stack === 'status'
          ? []
          : [{ ...counts, id: 'stack', groupByField: stack, limit: maxSeries } as const]),
      ],
    },
    signal,
  })
  return { ...answer, axis }
}

/** Reads percentiles of first token and speed. The server reads every request for them, because hourly sums lack them. */
export async function readFirstTokens(filters: Filters, per: Shape['per'], signal: AbortSignal) {
  const series = (metricField: 'time_to_first_token_ms' | 'output_tokens_per_second') =>
    [50, 95].map((percentile) => ({ ...latency(percentile), metricField }))
  const overTime = { chartType: 'line', timeSeries: true } as const
  const axis = axisFor(filters, per)
  const answer = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(filters),
      interval: axis?.interval ?? per ?? null,
      customCharts: [
        { ...overTime, id: 'first-token', series: series('time_to_first_token_ms') },
        { ...overTime, id: 'speed', series: series('output_tokens_per_second') },
      ],
    },
    signal,
  })
  return { ...answer, axis }
}

/** The share of errors in each bucket: null where there were no requests. */
export function errorRateOf(counts: Chart, byStatus: Chart, axis: Axis | null): ChartData {
  const errors = byStatus.series.find(({ label }) => label === 'ERROR')?.key
  const errorsByDate = new Map(
    byStatus.data.map((row) => [row['date'], errors === undefined ? 0 : (numberIn(row[errors]) ?? 0)]),
  )
  const key = counts.series[0]!.key
  const { times, values } = withoutGaps(
    {
      times: counts.data.map((row) => secondsOf(row['date'])),
      values: [counts.data.map((row) => (errorsByDate.get(row['date']) ?? 0) / (numberIn(row[key]) || 1))],
    },
    [null],
    axis,
  )
  return {
    times,
    span: axis?.span ?? null,
    series: [{ label: 'Error rate', kind: 'line', color: 'bad', values: values[0]! }],
  }
}

export type Totals = ReturnType<typeof totalsOf>

export function totalsOf(counts: Chart, totals: Chart) {
  const [row] = totals.data
  const figure = (key: string) => numberIn(row?.[key]) ?? null
  return {
    requests: numberIn(counts.data[0]?.[counts.series[0]!.key]) ?? 0,
    cost: figure('cost') ?? 0,
    unpriced: figure('cost_unpriced') ?? 0,
    input: figure('input') ?? 0,
    output: figure('output') ?? 0,
    uncounted: figure('output_uncounted') ?? 0,
    errorRate: figure('error_rate'),
    p50: figure('p50'),
    p95: figure('p95'),
  }
}

export interface Group {
  readonly name: string
  readonly label: string
  readonly requests: number
  readonly errorRate: number | null
  readonly cost: number
  /** Requests that the cost leaves out because their price is not known. */
  readonly unpriced: number
  readonly tokens: number
  /** Requests that the tokens leave out because they have no token counts. */
  readonly uncounted: number
  readonly p95: number | null
  readonly isP95Exact: boolean
  /** The chosen score, over the requests that have it. */
  readonly score: { readonly mean: number | null; readonly scored_requests: number } | null
}

export type Measure = 'requests' | 'errors' | 'cost' | 'change' | 'tokens' | 'p95'
export type ServerOrder = Exclude<Measure, 'change' | 'p95'>

/** The order in which the server chooses the largest values; it has none by latency or by the change of the cost. */
export const serverOrder = (measure: Measure): ServerOrder =>
  measure === 'p95' ? 'requests' : measure === 'change' ? 'cost' : measure

/** The name of the row for the remaining requests. Only properties with one value a request have such a row. */
const restNames: Partial<Record<Breakdown, string>> = {
  engine: 'Other',
  provider_type: 'Other',
  prompt_id: 'Other or no prompt',
  prompt_version: 'Other or no version',
}

/** The groups with the most requests, with their figures, and the requests in no listed group. */
export async function readGroups(
  filters: Filters,
  by: Exclude<Breakdown, 'metadata'>,
  signal: AbortSignal,
): Promise<{ readonly groups: readonly Group[]; readonly rest: readonly Group[] }> {
  const grouping = { chartType: 'bar', groupByField: by, limit: maxGroups } as const
  // Both charts have the groups with the most requests, because the first series is an error rate.
  const series = [
    { key: 'error_rate', label: 'Error rate', metric: 'avg', metricField: 'errors' } as const,
    sum('cost', 'Cost', 'cost'),
    sum('tokens', 'Tokens', 'total_tokens'),
    latency(95),
  ]
  const { customCharts, latencyPercentiles } = await call('readCustomRequestAnalytics', {
    body: {
      ...chartScope(filters),
      customCharts: [
        { id: 'count', ...grouping },
        { id: 'measures', ...grouping, series },
        { id: 'all-count', chartType: 'bar' },
        { id: 'all-measures', chartType: 'bar', series: series.slice(0, -1) },
      ],
    },
    signal,
  })
  const [counts, measures, allCounts, allMeasures] = customCharts as [Chart, Chart, Chart, Chart]
  const requests = new Map(counts.data.map((row) => [row['name'], numberIn(row[counts.series[0]!.key])]))
  const groupOf = (row: Chart['data'][number], count: number): Group => {
    const name = String(row['name'])
    const figure = (measure: string) => numberIn(row[measure])
    return {
      name,
      label: String(row['label'] ?? name),
      requests: count,
      errorRate: figure('error_rate'),
      cost: figure('cost') ?? 0,
      unpriced: figure('cost_unpriced') ?? 0,
      tokens: figure('tokens') ?? 0,
      uncounted: figure('tokens_uncounted') ?? 0,
      p95: figure('p95'),
      isP95Exact: latencyPercentiles.isExact,
      score: null,
    }
  }
  const groups = measures.data.map((row) => groupOf(row, requests.get(row['name']) ?? 0))
  const restName = restNames[by]
  const all = groupOf(allMeasures.data[0]!, numberIn(allCounts.data[0]?.[allCounts.series[0]!.key]) ?? 0)
  return { groups, rest: restName === undefined ? [] : restOf(all, groups, restName) }
}

/** The figures of the requests in none of the groups; an empty list if there are none. */
export function restOf(all: Group, groups: readonly Group[], label: string): Group[] {
  const rest = (figure: (group: Group) => number) => remainderOf(figure(all), groups.map(figure))
  const requests = rest((group) => group.requests)
  if (requests === 0) return []
  const errors = rest((group) => Math.round((group.errorRate ?? 0) * group.requests))
  return [
    {
      ...all,
      name: 'other',
      label,
      requests,
      p95: null,
      errorRate: errors / requests,
      cost: rest((group) => group.cost),
      unpriced: rest((group) => group.unpriced),
      tokens: rest((group) => group.tokens),
      uncounted: rest((group) => group.uncounted),
    },
  ]
}
