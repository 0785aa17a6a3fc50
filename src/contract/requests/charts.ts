import { z } from 'zod'
import { groupFields, metricFields, metrics } from '../../engine/analytics/index.ts'
import {
  answer,
  boundedList,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  strictNamed,
} from '../kit/index.ts'
import { bucketWidth, LatencyPercentiles, timeZone } from './analytics.ts'
import { requestLogQuery } from './search.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

const metricField = z.enum(Object.keys(metricFields) as [keyof typeof metricFields])
const percentile = z.number().min(0).max(100).nullish()

export const scoreFields = {
  /** For the metricField `score`: the name of the score, which may be of any kind. */
  scoreName: cleanText.min(1).max(200).nullish(),
  /**
   * A category, `yes` or `no` of the score `scoreName`. The average is then the share of requests with this
   * value.
   */
  scoreValue: cleanText.min(1).max(2_000).nullish(),
}

const SeriesSpec = named('CustomAnalyticsSeriesSpec', {
  key: z.string(),
  label: z.string(),
  metric: z.enum(metrics).exclude(['count']),
  metricField,
  percentile,
  ...scoreFields,
})

const InsightSpec = named('DerivedRatioInsightSpec', {
  type: z.literal('ratio').optional(),
  label: z.string(),
  numeratorSeriesKey: z.string(),
  denominatorSeriesKey: z.string(),
})

const chartType = z.enum(['bar', 'line', 'area'])

const ChartSpec = named('CustomAnalyticsSpec', {
  id: z.string(),
  title: z.string().nullish(),
  chartType,
  metric: z.enum(metrics).nullish(),
  metricField: metricField.nullish(),
  percentile,
  ...scoreFields,
  series: boundedList(SeriesSpec, 100).nullish(),
  derivedInsights: z.array(InsightSpec).max(10).nullish(),
  /**
   * `prompt_version` groups by prompt and version, with names such as `12:3`. `prompt_version_number` counts equal
   * numbers of all prompts together.
   */
  groupByField: z.enum(groupFields).nullish(),
  groupByMetadataKey: z.string().max(1_024).nullish(),
  /** Groups by the categories, or `yes` and `no`, of the score with this name. */
  groupByScoreName: cleanText.min(1).max(200).nullish(),
  timeSeries: z.boolean().default(false),
  limit: z.int().min(1).max(100).default(25),
})

export const SeriesMeta = named('CustomAnalyticsSeriesMeta', {
  key: z.string(),
  label: z.string(),
  unit: z.enum(['count', 'tokens', 'currency', 'duration_seconds', 'number']),
})

export const InsightResult = named('DerivedRatioInsightResult', {
  type: z.literal('ratio'),
  label: z.string(),
  numeratorSeriesKey: z.string(),
  denominatorSeriesKey: z.string(),
  value: z.number().optional(),
})

const ChartResult = named('CustomAnalyticsResult', {
  id: z.string(),
  title: z.string(),
  chartType,
  series: z.array(SeriesMeta),
  data: z.array(z.looseObject({})),
  derivedInsights: z.array(InsightResult).nullable(),
})

export const CustomAnalytics = answer('RequestAnalyticsCustomAnalyticsResponse', {
  customCharts: z.array(ChartResult),
  latencyPercentiles: LatencyPercentiles,
})

export const readCustomRequestAnalytics = define({
  id: 'getRequestAnalyticsCustomAnalytics',
  post: '/api/public/v2/requests/analytics/custom-analytics',
  summary: 'Read charts of logged requests: any metric, over time or by group',
  description:
    'A row of `data` has a `date` in a time series, and the `name` of its group with a grouping; the ' +
    'values are under the keys of `series`. The groups shown are the largest by the first series, or by ' +
    'requests if that series is a percentile or an error rate, which is the average of `errors`. In a time series each group is a series. Beside a cost, ' +
    '`<key>_unpriced` counts the requests without a known price, which the cost leaves out. Beside ' +
    'tokens, `<key>_uncounted` counts the requests without token counts. Beside a score, `<key>_scored` counts the requests that have it; others are left out. Percentiles ' +
    'of latency are exact for fewer than 20,000 requests; for more, `latencyPercentiles` has their ' +
    'error. All other percentiles are exact.',
  role: 'viewer',
  audited: false,
  body: strictNamed('RequestAnalyticsCustomAnalyticsQuery', {
    filter_group: requestLogQuery.filter_group,
    q: requestLogQuery.q,
    sort_by: requestLogQuery.sort_by,
    sort_order: requestLogQuery.sort_order,
    time_zone: timeZone,
    interval: bucketWidth,
    customCharts: z.array(ChartSpec).min(1).max(100),
  }),
  success: { 200: CustomAnalytics },
  example: {
    body: {
      customCharts: [
        {
          id: 'slow',
          chartType: 'line',
          metric: 'percentile',
          metricField: 'latency_ms',
          percentile: 95,
          groupByField: 'engine',
          timeSeries: true,
        },
        {
          id: 'resolved',
          chartType: 'line',
          metric: 'avg',
          metricField: 'score',
          scoreName: 'resolved',
          scoreValue: 'yes',
          timeSeries: true,
        },
      ],
    },
  },
})
