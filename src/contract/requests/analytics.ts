import { z } from 'zod'
import { intervalNames } from '../../engine/analytics/index.ts'
import { answer, commonErrors, endpointsOf, named, strictNamed, sumOfCounts } from '../kit/index.ts'
import { requestLogQuery } from './search.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

/** Daily buckets begin at midnight of this zone; UTC if left out. */
export const timeZone = z.string().max(64).nullish()

/** Width of the buckets over time; the narrowest readable one if left out. */
export const bucketWidth = z.enum(intervalNames).nullish()

/** How percentiles of latency are computed, and their relative error (1 ms below 1 ms). */
export const LatencyPercentiles = named('LatencyPercentiles', {
  isExact: z.boolean(),
  relativeError: z.number(),
})

/** Requests without a known price; the cost beside it leaves them out. */
const unpricedRequests = z.int()

/** Requests without token counts; the sums of tokens beside it leave them out. */
const uncountedRequests = z.int()

const Stat = named('RequestAnalyticsStat', {
  date: z.string(),
  dateLabel: z.string(),
  requests: z.int(),
  tokens: sumOfCounts,
  inputTokens: sumOfCounts,
  outputTokens: sumOfCounts,
  cost: z.number(),
  unpricedRequests,
  uncountedRequests,
  latency: z.number(),
  cachedTokens: sumOfCounts,
  thinkingTokens: sumOfCounts,
  traceShare: z.number(),
  statusCounts: z.record(z.string(), z.int()),
  outputShapeCounts: z.object({ json: z.int(), toolCall: z.int(), plainText: z.int() }),
  avgTurnCount: z.number(),
  avgToolCallCount: z.number(),
  toolCallCountP95: z.number().nullable(),
})

const byDay = z.record(z.string(), z.number())
const LatencyByDay = named('RequestAnalyticsLatencyByDay', {
  average_latency: byDay,
  p50_latency: byDay,
  p90_latency: byDay,
  p95_latency: byDay,
})
/** Pairs of date and value. */
const pairs = z.array(z.array(z.unknown()))
const DimensionLatency = named('RequestAnalyticsDimensionLatency', {
  average_latency: pairs,
  p50_latency: pairs,
  p90_latency: pairs,
  p95_latency: pairs,
})
const BreakdownEntry = named('RequestAnalyticsBreakdownEntry', {
  provider: z.string().optional(),
  promptId: z.string().optional(),
  tag: z.string().optional(),
  requests: z.int(),
  cost: z.number(),
  unpricedRequests,
  uncountedRequests,
  tokens: sumOfCounts,
  inputTokens: sumOfCounts,
  outputTokens: sumOfCounts,
})
const seconds = z.number().nullable()
const ToolLatency = named('RequestAnalyticsToolLatency', {
  toolName: z.string(),
  requests: z.int(),
  avgLatencySeconds: seconds,
  minLatencySeconds: seconds,
  maxLatencySeconds: seconds,
})
const KeyCount = z.object({ key: z.string(), requests: z.int() })

export const readRequestAnalytics = define({
  id: 'getRequestAnalytics',
  post: '/api/public/v2/requests/analytics',
  summary: 'Read metrics of logged requests over time, by model, template, provider, tag and more',
  description:
    'Latencies are in seconds. Percentiles of fewer than 20,000 requests are exact; others lie between ' +
    'the smallest and the greatest latency, with the relative error in `latencyPercentiles`. Figures by ' +
    'tag, metadata key and tool cover the newest `breakdownRequests` requests, or all of them if ' +
    '`breakdownIsExact`. `time_zone` sets where days begin.',
  role: 'viewer',
  audited: false,
  body: strictNamed('RequestLogQuery', { ...requestLogQuery, time_zone: timeZone }),
  success: {
    200: answer('RequestAnalyticsResponse', {
      chartInterval: z.object({
        interval: z.string(),
        bucketSizeMs: z.int(),
        bucketMinutes: z.int().nullable(),
      }),
      averageLatency: z.number(),
      totalCost: z.number(),
      unpricedRequests,
      totalTokens: sumOfCounts,
      uncountedRequests,
      totalRequests: z.int(),
      totalCachedTokens: sumOfCounts,
      totalThinkingTokens: sumOfCounts,
      cacheTokenRatio: z.number().nullable(),
      stats: z.array(Stat),
      mostUsedModels: pairs,
      modelRequestsByDay: z.record(z.string(), pairs),
      mostUsedPromptTemplates: z.array(
        z.object({ promptId: z.string(), requests: z.int(), promptName: z.string().nullable() }),
      ),
      promptTemplateRequestsByDay: z.record(z.string(), pairs),
      providerRequestsByDay: z.record(z.string(), pairs),
      latency: LatencyByDay,
      latencyByModelByDay: z.record(z.string(), DimensionLatency),
      latencyByPromptTemplateByDay: z.record(z.string(), DimensionLatency),
      latencyByProviderByDay: z.record(z.string(), DimensionLatency),
      errorTypes: z.array(z.object({ errorType: z.string(), requests: z.int() })),
      providerBreakdown: z.array(BreakdownEntry),
      promptBreakdown: z.array(BreakdownEntry),
      tagsBreakdown: z.array(BreakdownEntry),
      metadataKeysTop: z.array(KeyCount),
      outputKeysTop: z.array(KeyCount),
      toolsLatency: z.array(ToolLatency),
      toolsUsageBars: z.array(z.object({ name: z.string(), requests: z.int() })),
      metadataValueBreakdown: z.array(
        z.object({
          key: z.string(),
          value: z.string(),
          label: z.string(),
          requests: z.int(),
          cost: z.number(),
          unpricedRequests,
        }),
      ),
      breakdownRequests: z.int(),
      breakdownIsExact: z.boolean(),
      latencyPercentiles: LatencyPercentiles,
    }),
  },
  example: {
    body: {
      filter_group: {
        logic: 'AND',
        filters: [{ field: 'request_start_time', operator: 'after', value: '2026-11-01' }],
      },
      metadata_cost_breakdown_key: 'customer',
      time_zone: 'Europe/Berlin',
    },
  },
})
