import { Refusal } from '../refusal.ts'
import type { FacetKind } from '../search/index.ts'

export const metrics = ['count', 'sum', 'avg', 'min', 'max', 'percentile'] as const
export type Metric = (typeof metrics)[number]

/** What of a request can be added up, and what that is. */
export const metricFields = {
  input_tokens: 'tokens',
  output_tokens: 'tokens',
  cost: 'currency',
  latency_ms: 'duration_seconds',
  prompt_version_number: 'number',
  turn_count: 'number',
  tool_call_count: 'number',
  cached_tokens: 'tokens',
  thinking_tokens: 'tokens',
} as const satisfies Record<string, Unit>
export type MetricField = keyof typeof metricFields
export type Unit = 'count' | 'tokens' | 'currency' | 'duration_seconds' | 'number'

export const groupFields = [
  'engine',
  'provider_type',
  'prompt_id',
  'prompt_version_number',
  'status',
  'error_type',
  'tags',
  'metadata_keys',
  'output_keys',
  'input_variable_keys',
  'tool_names',
] as const
export type GroupField = (typeof groupFields)[number]

/** By what the requests of a chart are told apart. Those that lack it are in no group. */
export type Grouping =
  | { readonly by: 'column'; readonly field: ColumnGroup }
  | { readonly by: 'facet'; readonly kind: FacetKind; readonly key: string }
  | { readonly by: 'facet_key'; readonly kind: FacetKind }
export type ColumnGroup = Exclude<GroupField, keyof typeof facetGroups>

const facetGroups = {
  tags: { by: 'facet', kind: 'tags', key: '' },
  tool_names: { by: 'facet', kind: 'tool_names', key: '' },
  metadata_keys: { by: 'facet_key', kind: 'metadata' },
  output_keys: { by: 'facet_key', kind: 'output' },
  input_variable_keys: { by: 'facet_key', kind: 'input_variables' },
} as const satisfies Partial<Record<GroupField, Grouping>>

export interface Measure {
  readonly key: string
  readonly label: string
  readonly metric: Metric
  /** Null: requests are counted. */
  readonly field: MetricField | null
  /** 0 for metrics that are no percentile. */
  readonly percent: number
}

export interface Insight {
  readonly label: string
  readonly numeratorSeriesKey: string
  readonly denominatorSeriesKey: string
}

/** A chart, checked. */
export interface Chart {
  readonly id: string
  readonly title: string
  readonly chartType: 'bar' | 'line' | 'area'
  readonly measures: readonly Measure[]
  readonly hasSeries: boolean
  readonly grouping: Grouping | null
  readonly isTimeSeries: boolean
  readonly limit: number
  readonly insights: readonly Insight[] | null
}

interface MeasureSpec {
  readonly metric?: Metric | null | undefined
  readonly metricField?: MetricField | null | undefined
  readonly percentile?: number | null | undefined
}

export interface ChartSpec extends MeasureSpec {
  readonly id: string
  readonly title?: string | null | undefined
  readonly chartType: Chart['chartType']
  readonly series?: readonly (MeasureSpec & { key: string; label: string })[] | null | undefined
  readonly derivedInsights?: readonly Insight[] | null | undefined
  readonly groupByField?: GroupField | null | undefined
  readonly groupByMetadataKey?: string | null | undefined
  readonly timeSeries?: boolean | undefined
  readonly limit?: number | undefined
}

const usualLimit = 25
const mostCharts = 20
const mostSeries = 10

export function parseCharts(specs: readonly ChartSpec[]): Chart[] {
  if (specs.length > mostCharts) throw wrong('customCharts', `may be ${mostCharts} charts at most`)
  const ids = new Set<string>()
  return specs.map((spec, index) => {
    const path = `customCharts.${index}`
    checkName(spec.id, `${path}.id`)
    if (ids.has(spec.id)) throw wrong(`${path}.id`, 'is the id of another chart')
    ids.add(spec.id)
    return chartOf(spec, path)
  })
}

function chartOf(spec: ChartSpec, path: string): Chart {
  const grouping = groupingOf(spec, path)
  const isTimeSeries = spec.timeSeries ?? false
  const measures = measuresOf(spec, path)
  if ((spec.title?.length ?? 0) > 200) throw wrong(`${path}.title`, 'must have at most 200 characters')
  if (!grouping && !isTimeSeries && spec.chartType !== 'bar')
    throw wrong(`${path}.chartType`, 'must be bar for one value over all requests')
  if (spec.series && grouping && isTimeSeries)
    throw wrong(`${path}.series`, 'cannot be shown over time and by group at once')
  return {
    id: spec.id,
    title: spec.title ?? '',
    chartType: spec.chartType,
    measures,
    hasSeries: spec.series != null,
    grouping,
    isTimeSeries,
    limit: spec.limit ?? usualLimit,
    insights: insightsOf(spec, path),
  }
}

function groupingOf({ groupByField, groupByMetadataKey }: ChartSpec, path: string): Grouping | null {
  if (groupByField != null && groupByMetadataKey != null)
    throw wrong(`${path}.groupByMetadataKey`, 'and groupByField exclude each other')
  if (groupByMetadataKey === '') throw wrong(`${path}.groupByMetadataKey`, 'must not be empty')
  if (groupByMetadataKey != null) return { by: 'facet', kind: 'metadata', key: groupByMetadataKey }
  if (groupByField == null) return null
  return groupByField in facetGroups
    ? facetGroups[groupByField as keyof typeof facetGroups]
    : { by: 'column', field: groupByField as ColumnGroup }
}

function measuresOf(spec: ChartSpec, path: string): Measure[] {
  if (!spec.series) return [measureOf(spec, { key: 'value', label: labelOf(spec) }, path)]
  if (spec.metric != null) throw wrong(`${path}.metric`, 'and series exclude each other')
  if (spec.series.length === 0) throw wrong(`${path}.series`, 'must not be empty')
  if (spec.series.length > mostSeries) throw wrong(`${path}.series`, `may be ${mostSeries} at most`)
  const keys = new Set<string>()
  return spec.series.map((each, index) => {
    const at = `${path}.series.${index}`
    checkName(each.key, `${at}.key`)
    if (rowKeys.has(each.key)) throw wrong(`${at}.key`, `must not be one of ${[...rowKeys].join(', ')}`)
    if (keys.has(each.key)) throw wrong(`${at}.key`, 'is the key of another series')
    if (each.label.length > 120) throw wrong(`${at}.label`, 'must have at most 120 characters')
    keys.add(each.key)
    return measureOf(each, each, at)
  })
}

/** What a row of data has beside the values of series. */
const rowKeys = new Set(['name', 'label', 'date', 'dateLabel'])

function measureOf(spec: MeasureSpec, { key, label }: { key: string; label: string }, path: string): Measure {
  const metric = spec.metric ?? 'count'
  if (metric !== 'count' && spec.metricField == null)
    throw wrong(`${path}.metricField`, `is needed for ${metric}`)
  if (metric === 'percentile' && spec.percentile == null)
    throw wrong(`${path}.percentile`, 'is needed for percentile')
  const field = metric === 'count' ? null : spec.metricField!
  return { key, label, metric, field, percent: metric === 'percentile' ? spec.percentile! : 0 }
}

function labelOf({ title, metric, metricField, percentile }: ChartSpec): string {
  if (title) return title.slice(0, 120)
  if (metric == null || metric === 'count') return 'requests'
  return `${metric === 'percentile' ? `p${percentile}` : metric} ${metricField}`
}

function insightsOf({ derivedInsights, series }: ChartSpec, path: string): Insight[] | null {
  if (derivedInsights == null) return null
  const keys = new Set(series?.map(({ key }) => key))
  return derivedInsights.map(({ label, numeratorSeriesKey, denominatorSeriesKey }, index) => {
    for (const key of [numeratorSeriesKey, denominatorSeriesKey])
      if (!keys.has(key))
        throw wrong(`${path}.derivedInsights.${index}`, 'names a series that is not in the chart')
    return { label: label.slice(0, 120), numeratorSeriesKey, denominatorSeriesKey }
  })
}

export const unitOf = ({ field }: Measure): Unit => (field === null ? 'count' : metricFields[field])

/** Whether sums by the hour cannot say it, so that the requests themselves are asked. */
export const needsRequests = ({ measures, grouping }: Chart): boolean =>
  measures.some(isOfRequests) ||
  (grouping !== null && (grouping.by !== 'column' || grouping.field === 'prompt_version_number'))

const isOfRequests = ({ metric, field }: Measure): boolean =>
  metric === 'min' ||
  metric === 'max' ||
  field === 'prompt_version_number' ||
  (metric === 'percentile' && field !== 'latency_ms')

function checkName(name: string, path: string) {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw wrong(path, 'must be 1 to 64 letters, digits, hyphens and underscores')
}

const wrong = (path: string, message: string) => new Refusal('bad_request', `${path}: ${message}`, { path })
