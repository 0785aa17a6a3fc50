import { type Answer, call } from '../api/index.ts'
import { numberIn } from '../charts/index.ts'
import type { Filters } from '../requests/index.ts'
import type { ChosenScore } from './metadata-score.tsx'
import { chartScope, type Group, type ServerOrder } from './read-charts.ts'

const maxValues = 25

type Sums = Answer<'readMetadataSums'>['no_value']

export interface MetadataGroups {
  readonly groups: readonly Group[]
  /**
   * The sum of all other values, and of the requests without a value; each is absent if it has no requests.
   */
  readonly rest: readonly Group[]
  /** Requests that the sums leave out; null: unknown. */
  readonly leftOut: number | null
}

/** The largest values of a metadata key, and the sums of all other requests. */
export async function readMetadataGroups(
  filters: Filters,
  key: string,
  { order, score }: { readonly order: ServerOrder; readonly score: ChosenScore | null },
  signal: AbortSignal,
): Promise<MetadataGroups> {
  const { time_zone: _zone, ...scope } = chartScope(filters)
  const { values, other, no_value, requests_left_out } = await call('readMetadataSums', {
    body: {
      ...scope,
      metadata_key: key,
      sort_by: order,
      limit: maxValues,
      ...(score && { score_name: score.name, score_value: score.value }),
    },
    signal,
  })
  const p95 =
    values.length > 0
      ? await readLatencies(
          filters,
          key,
          values.map(({ value }) => value),
          signal,
        )
      : { p95ByValue: new Map<string, number | null>(), isExact: true }
  const remainders = [
    groupOf('other', `${other.value_count.toLocaleString('en')} other values`, other),
    groupOf('none', 'No value', no_value),
  ]
  return {
    groups: values.map(({ value, ...sums }) => ({
      ...groupOf(value, value, sums),
      p95: p95.p95ByValue.get(value) ?? null,
      isP95Exact: p95.isExact,
    })),
    rest: remainders.filter(({ requests }) => requests > 0),
    leftOut: requests_left_out,
  }
}

const groupOf = (name: string, label: string, sums: Sums): Group => ({
  name,
  label,
  requests: sums.requests,
  errorRate: sums.requests === 0 ? null : sums.errors / sums.requests,
  cost: sums.cost ?? 0,
  unpriced: sums.unpriced_requests,
  tokens: sums.input_tokens + sums.output_tokens,
  uncounted: sums.uncounted_requests,
  p95: null,
  isP95Exact: true,
  score: sums.score,
})

/** Reads latencies for the shown values only. */
async function readLatencies(filters: Filters, key: string, values: readonly string[], signal: AbortSignal) {
  const { filter_group, ...scope } = chartScope(filters)
  const valueGroup = {
    logic: 'OR' as const,
    filters: values.map((value) => ({
      field: 'metadata' as const,
      operator: 'key_equals' as const,
      nested_key: key,
      value,
    })),
  }
  const { customCharts, latencyPercentiles } = await call('readCustomRequestAnalytics', {
    body: {
      ...scope,
      filter_group: { logic: 'AND', filters: [...(filter_group?.filters ?? []), valueGroup] },
      customCharts: [
        {
          id: 'latency',
          chartType: 'bar',
          groupByMetadataKey: key,
          // A request with a list of values also adds its other values as groups.
          limit: 100,
          metric: 'percentile',
          metricField: 'latency_ms',
          percentile: 95,
        },
      ],
    },
    signal,
  })
  const p95ByValue = new Map(
    customCharts[0]!.data.map((row) => [String(row['name']), numberIn(row['value']) ?? null]),
  )
  return { p95ByValue, isExact: latencyPercentiles.isExact }
}
