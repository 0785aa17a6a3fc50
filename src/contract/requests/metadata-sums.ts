import { z } from 'zod'
import {
  answer,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  strictNamed,
  sumOfCounts,
} from '../kit/index.ts'
import { requestLogQuery } from './search.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

/** Orders of the shown values, largest first. */
const metadataSumSorts = ['cost', 'requests', 'errors', 'tokens'] as const
export type MetadataSumSort = (typeof metadataSumSorts)[number]

const sums = {
  requests: z.int(),
  /** Requests with the status ERROR. */
  errors: z.int(),
  /** US dollars of the requests with a known price; null if no request has a known price. */
  cost: z.number().nullable(),
  /** Requests without a known price; the cost leaves them out. */
  unpriced_requests: z.int(),
  /** Requests without token counts; the sums of tokens leave them out. */
  uncounted_requests: z.int(),
  input_tokens: sumOfCounts,
  output_tokens: sumOfCounts,
  /** Sums over the requests with the score `score_name`; null without a `score_name`. */
  score: named('MetadataScore', {
    /**
     * Mean of the scores, or the share of `score_value` if it is sent; null if no request has the score.
     */
    mean: z.number().nullable(),
    scored_requests: z.int(),
  }).nullable(),
}
const Sums = z.object(sums).meta({ id: 'MetadataSums' })

export const readMetadataSums = define({
  id: 'getRequestMetadataSums',
  post: '/api/public/v2/requests/analytics/by-metadata',
  summary: 'Sum cost, requests, errors, tokens and a score by the values of a metadata key',
  description:
    'The largest values, one sum over all `other` values, and one over the requests with `no_value`: the key is ' +
    'missing or empty. A request whose key has a list counts for each of its values. If summing all matching ' +
    'requests takes over 8 seconds, the newest 100,000 are summed: `is_whole` is then false, and ' +
    '`requests_left_out` counts the others, or is null if counting them took too long. The sums are read from ' +
    'the database, also where the log is searched in ClickHouse.',
  role: 'viewer',
  audited: false,
  body: strictNamed('MetadataSumsQuery', {
    filter_group: requestLogQuery.filter_group,
    q: requestLogQuery.q,
    metadata_key: cleanText.min(1).max(1_024),
    /** A score whose mean stands beside the sums: yes counts as 1, no as 0. */
    score_name: cleanText.min(1).max(255).nullish(),
    /** A category, `yes` or `no` of the score. `mean` is then the share of requests with this value. */
    score_value: cleanText.min(1).max(10_000).nullish(),
    sort_by: z.enum(metadataSumSorts).default('cost'),
    /** How many values are listed. */
    limit: z.int().min(1).max(100).default(25),
  }),
  success: {
    200: answer('MetadataSumsResponse', {
      values: z.array(named('MetadataValueSums', { value: z.string(), ...sums })),
      other: named('OtherMetadataSums', {
        /** Number of values that are not listed. */
        value_count: z.int(),
        ...sums,
      }),
      no_value: Sums,
      is_whole: z.boolean(),
      requests_left_out: z.int().nullable(),
    }),
  },
  example: {
    body: {
      filter_group: {
        logic: 'AND',
        filters: [{ field: 'request_start_time', operator: 'after', value: '2026-11-01' }],
      },
      metadata_key: 'customer',
      score_name: 'resolved',
      limit: 10,
    },
  },
})
