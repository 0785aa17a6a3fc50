import { callTimeFields, type FacetKind } from '../search/index.ts'
import { type MeasureSpec, measuresOf, readCharts, type SeriesSpec, wrongChart } from './chart-specs.ts'
import { type Measure, type MetricField, metricFields } from './measure.ts'

export const groupFields = [
  'engine',
  'provider_type',
  'source',
  'prompt_id',
  'prompt_version_number',
  'prompt_version',
  'status',
  'error_type',
  'tags',
  'metadata_keys',
  'output_keys',
  'input_variable_keys',
  'tool_names',
] as const
export type GroupField = (typeof groupFields)[number]

/** How a chart groups requests. Requests without the property are in no group. */
export type Grouping =
  | { readonly by: 'column'; readonly field: ColumnGroup }
  | { readonly by: 'facet'; readonly kind: FacetKind; readonly key: string }
  | { readonly by: 'facet_key'; readonly kind: FacetKind }
  /** Groups by the value of the score with this name: a category, `yes` or `no`. */
  | { readonly by: 'score'; readonly name: string }
export type ColumnGroup = Exclude<GroupField, keyof typeof facetGroups>

const facetGroups = {
  tags: { by: 'facet', kind: 'tags', key: '' },
  tool_names: { by: 'facet', kind: 'tool_names', key: '' },
  metadata_keys: { by: 'facet_key', kind: 'metadata' },
  output_keys: { by: 'facet_key', kind: 'output' },
  input_variable_keys: { by: 'facet_key', kind: 'input_variables' },
} as const satisfies Partial<Record<GroupField, Grouping>>

export interface Insight {
  readonly label: string
  readonly numeratorSeriesKey: string
  readonly denominatorSeriesKey: string
}

/** A checked chart. */
export interface Chart {
  readonly id: string
  readonly title: string
  readonly chartType: 'bar' | 'line' | 'area'
  readonly measures: readonly Measure[]
  readonly grouping: Grouping | null
  readonly isTimeSeries: boolean
  readonly limit: number
  readonly insights: readonly Insight[] | null
}

export interface ChartSpec extends MeasureSpec<MetricField> {
  readonly id: string
  readonly title?: string | null | undefined
  readonly chartType: Chart['chartType']
  readonly series?: readonly SeriesSpec<MetricField>[] | null | undefined
  readonly derivedInsights?: readonly Insight[] | null | undefined
  readonly groupByField?: GroupField | null | undefined
  readonly groupByMetadataKey?: string | null | undefined
  readonly groupByScoreName?: string | null | undefined
  readonly timeSeries?: boolean | undefined
  readonly limit?: number | undefined
}

const defaultLimit = 25
const maxCharts = 20

/** Checks charts of requests. @throws Refusal 'bad_request' that names the chart and the field. */
export function parseCharts(specs: readonly ChartSpec[]): Chart[] {
  if (specs.length > maxCharts) throw wrongChart('customCharts', `must have at most ${maxCharts} charts`)
  return readCharts(specs, chartOf)
}

function chartOf(spec: ChartSpec, path: string): Chart {
  const grouping = groupingOf(spec, path)
  const isTimeSeries = spec.timeSeries ?? false
  const measures = measuresOf(spec, metricFields, 'requests', path)
  if (!grouping && !isTimeSeries && spec.chartType !== 'bar')
    throw wrongChart(`${path}.chartType`, 'must be bar for one value over all requests')
  if (spec.series && grouping && isTimeSeries)
    throw wrongChart(`${path}.series`, 'cannot be shown over time and by group at once')
  return {
    id: spec.id,
    title: spec.title ?? '',
    chartType: spec.chartType,
    measures,
    grouping,
    isTimeSeries,
    limit: spec.limit ?? defaultLimit,
    insights: insightsOf(spec, path),
  }
}

function groupingOf(spec: ChartSpec, path: string): Grouping | null {
  const { groupByField, groupByMetadataKey, groupByScoreName } = spec
  if (groupByScoreName != null) {
    if (groupByField != null || groupByMetadataKey != null)
      throw wrongChart(
        `${path}.groupByScoreName`,
        'cannot be combined with groupByField or groupByMetadataKey',
      )
    return { by: 'score', name: groupByScoreName }
  }
  if (groupByField != null && groupByMetadataKey != null)
    throw wrongChart(`${path}.groupByMetadataKey`, 'cannot be combined with groupByField')
  if (groupByMetadataKey === '') throw wrongChart(`${path}.groupByMetadataKey`, 'must not be empty')
  if (groupByMetadataKey != null) return { by: 'facet', kind: 'metadata', key: groupByMetadataKey }
  if (groupByField == null) return null
  return groupByField in facetGroups
    ? facetGroups[groupByField as keyof typeof facetGroups]
    : { by: 'column', field: groupByField as ColumnGroup }
}

function insightsOf({ derivedInsights, series }: ChartSpec, path: string): Insight[] | null {
  if (derivedInsights == null) return null
  const keys = new Set(series?.map(({ key }) => key))
  return derivedInsights.map(({ label, numeratorSeriesKey, denominatorSeriesKey }, index) => {
    for (const key of [numeratorSeriesKey, denominatorSeriesKey])
      if (!keys.has(key))
        throw wrongChart(`${path}.derivedInsights.${index}`, 'names a series that is not in the chart')
    return { label: label.slice(0, 120), numeratorSeriesKey, denominatorSeriesKey }
  })
}

/** Whether the chart needs the requests themselves, because hourly sums cannot answer it. */
export const needsRequests = ({ measures, grouping }: Chart): boolean =>
  measures.some(measuresRequests) ||
  (grouping !== null && (grouping.by !== 'column' || isVersionGroup(grouping)))

const isVersionGroup = ({ field }: { readonly field: ColumnGroup }): boolean =>
  field === 'prompt_version_number' || field === 'prompt_version'

/** Whether only some requests have the field, so that hourly sums lack it and averages leave out the others. */
export const isOptionalField = (field: MetricField): boolean =>
  field === 'prompt_version_number' ||
  field === 'score' ||
  (callTimeFields as readonly MetricField[]).includes(field)

type TokenField = 'input_tokens' | 'output_tokens' | 'total_tokens'

/** Whether the field is 0 for requests without token counts; averages leave these requests out. */
export const isTokenField = (field: MetricField): field is TokenField =>
  field === 'input_tokens' || field === 'output_tokens' || field === 'total_tokens'

/** Whether hourly sums cannot give the measure. */
const measuresRequests = ({ metric, field }: Measure): boolean =>
  metric === 'min' ||
  (metric === 'avg' && field !== null && isTokenField(field)) ||
  metric === 'max' ||
  (field !== null && isOptionalField(field)) ||
  (metric === 'percentile' && field !== 'latency_ms')
