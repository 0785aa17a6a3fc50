import { z } from 'zod'
import { answer, endpointsOf, named, sumOfCounts, textId } from '../kit/index.ts'
import { bucketWidth, LatencyPercentiles, timeZone } from '../requests/analytics.ts'
import { requestLogQuery } from '../requests/search.ts'

const define = endpointsOf({ tags: ['prompt-templates'] })

const figures = {
  requests: z.int(),
  errors: z.int(),
  /** US dollars, without the requests whose price is not known. */
  cost: z.number(),
  unpriced_requests: z.int(),
  /** Requests without token counts; the sums of tokens leave them out. */
  uncounted_requests: z.int(),
  input_tokens: sumOfCounts,
  output_tokens: sumOfCounts,
  /** Milliseconds; null without requests. */
  p50_latency_ms: z.number().nullable(),
  p95_latency_ms: z.number().nullable(),
  /** Mean of the scores; null without scores. */
  score: z.number().nullable(),
  scores: z.int(),
}

const UsageGroup = named('PromptUsageGroup', {
  /** A version number or a label; null: requests without one. */
  name: z.string().nullable(),
  ...figures,
  buckets: z.array(named('PromptUsageBucket', { date: z.string(), ...figures })),
})

export const readPromptUsage = define({
  id: 'read_prompt_usage',
  post: '/api/public/v2/prompts/{prompt_id}/usage',
  summary: 'Read the requests, cost, errors, latency, tokens and scores of a template by version or label',
  description:
    'The filter is that of the request log, within the requests of the template. The 20 groups with the ' +
    'most requests are answered, each with its values over time; `more_groups` counts the others, which ' +
    '`total` includes. Percentiles of fewer than 20,000 requests are exact; for more, ' +
    '`latencyPercentiles` has their error. `time_zone` sets where days begin, `interval` how wide the buckets are.',
  role: 'viewer',
  audited: false,
  params: z.object({ prompt_id: textId('prompt') }),
  body: z.strictObject({
    by: z.enum(['version', 'label']).default('version'),
    filter_group: requestLogQuery.filter_group,
    q: requestLogQuery.q,
    time_zone: timeZone,
    interval: bucketWidth,
  }),
  success: {
    200: answer('PromptUsageResponse', {
      latencyPercentiles: LatencyPercentiles,
      total: z.object(figures).meta({ id: 'PromptUsageTotal' }),
      groups: z.array(UsageGroup),
      more_groups: z.int(),
    }),
  },
  example: {
    params: { prompt_id: 1 },
    body: {
      by: 'version',
      filter_group: {
        logic: 'AND',
        filters: [{ field: 'request_start_time', operator: 'after', value: '2026-11-01' }],
      },
    },
  },
})
