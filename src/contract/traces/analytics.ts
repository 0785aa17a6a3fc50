import { z } from 'zod'
import { metrics } from '../../engine/analytics/index.ts'
import {
  scoredSubjects,
  type TraceMeasureField,
  type TraceMetricField,
  timeBuckets,
  traceChartTypes,
  traceGroupFields,
  traceMeasureFields,
  traceMetricFields,
} from '../../engine/analytics/traces/index.ts'
import { maxFilters } from '../../engine/limits.ts'
import {
  answer,
  boundedList,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  strictNamed,
} from '../kit/index.ts'
import { timeZone } from '../requests/analytics.ts'
import { InsightResult, SeriesMeta, scoreFields } from '../requests/charts.ts'
import { filterLimits, SearchWords } from '../requests/search.ts'

const define = endpointsOf({ tags: ['traces'], errors: commonErrors })

/** Only the form is checked here; the engine checks fields and operators. */
const TraceFilter = named('TraceStructuredFilter', {
  field: z.string(),
  operator: z.string(),
  value: z.unknown().optional(),
  nested_key: z.string().optional(),
})

export const TraceFilterGroup = z
  .looseObject({
    logic: z.enum(['AND', 'OR', 'SPAN_AND', 'SPAN_OR']).optional(),
    get filters() {
      return boundedList(z.union([TraceFilter, TraceFilterGroup]), maxFilters)
    },
  })
  .meta({ id: 'TraceStructuredFilterGroup', description: filterLimits })

const metricField = z.enum(Object.keys(traceMeasureFields) as [TraceMeasureField])
const histogramField = z.enum(Object.keys(traceMetricFields) as [TraceMetricField])
const groupField = z.enum(traceGroupFields)
const percentile = z.number().min(0).max(100).optional()

const ChartSpec = named('TraceCustomChartSpec', {
  id: z.string(),
  title: z.string().optional(),
  chartType: z.enum(traceChartTypes),
  metric: z.enum(metrics).optional(),
  metricField: metricField.optional(),
  percentile,
  ...scoreFields,
  /** Groups by the categories, or `yes` and `no`, of the score with this name. */
  groupByScoreName: cleanText.min(1).max(200).optional(),
  /** The subject of the scores. A session counts once, at its last selected trace. */
  scoreSubject: z.enum(scoredSubjects).optional(),
  groupByField: groupField.optional(),
  secondaryGroupByField: groupField.optional(),
  histogramField: histogramField.optional(),
  histogramInterval: z.number().positive().optional(),
  hierarchyFields: z.array(groupField).min(2).max(5).optional(),
  timeSeries: z.boolean().optional(),
  timeBucket: z.enum(timeBuckets).optional(),
  limit: z.int().min(1).max(100).default(25),
  series: z
    .array(
      z.object({
        key: z.string(),
        label: z.string(),
        metric: z.enum(metrics).exclude(['count']),
        metricField,
        percentile,
        ...scoreFields,
      }),
    )
    .min(2)
    .max(100)
    .optional(),
})

export const readTraceAnalytics = define({
  id: 'getTraceAnalyticsCustomAnalytics',
  post: '/api/public/v2/traces/analytics/custom-analytics',
  summary:
    'Read charts of traces or of their spans: any metric, by groups, over time, as a histogram or a ' +
    'hierarchy',
  description:
    'The filter selects traces. A span filter matches a trace if any of its spans matches; inside ' +
    '`SPAN_AND` and `SPAN_OR` one span must match all of it. A chart with `trace_` fields counts the ' +
    'selected traces; a chart with `span_` fields counts all their spans. Durations are in seconds; percentiles are ' +
    'exact. With two groups, or a group over time, each value of the second group is a series. A ' +
    'hierarchy row has the `path` to its leaf; a histogram row has its bounds, `from` and `to`, in the ' +
    'unit of the field. The metricField `score` with a `scoreName` measures the scores of the traces, or of ' +
    'their sessions if `scoreSubject` is `session`; `<key>_scored` is the number of traces or sessions that have the score. `time_zone` sets where days begin. With `q`, charts cover the newest 1,000 matching traces; `is_partial` is true if there may be more. Numbers of a trace are those of the list of traces. ' +
    'They follow within some seconds if the trace has more than 300 spans or its requests change later.',
  role: 'viewer',
  audited: false,
  body: strictNamed('TraceAnalyticsCustomAnalyticsQuery', {
    filter_group: TraceFilterGroup.optional(),
    /** Words in the messages of model calls. */
    q: SearchWords.optional(),
    time_zone: timeZone,
    customCharts: z.array(ChartSpec).min(1).max(10),
  }),
  success: {
    200: answer('TraceAnalyticsCustomAnalyticsResponse', {
      is_partial: z.boolean(),
      customCharts: z.array(
        named('TraceCustomAnalyticsResult', {
          id: z.string(),
          title: z.string(),
          chartType: z.enum(traceChartTypes),
          series: z.array(SeriesMeta),
          data: z.array(z.looseObject({})),
          derivedInsights: z.array(InsightResult).nullable(),
        }),
      ),
    }),
  },
  example: {
    body: {
      filter_group: {
        logic: 'SPAN_AND',
        filters: [
          { field: 'span_type', operator: 'is', value: 'tool' },
          { field: 'span_status', operator: 'is', value: 'ERROR' },
        ],
      },
      customCharts: [
        {
          id: 'slow',
          chartType: 'line',
          metric: 'percentile',
          metricField: 'trace_duration_ms',
          percentile: 95,
          timeSeries: true,
          timeBucket: 'day',
        },
      ],
    },
  },
})
