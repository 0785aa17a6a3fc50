import { z } from 'zod'
import { answer, cleanText, commonErrors, endpointsOf, named, strictNamed } from '../kit/index.ts'
import { requestLogQuery } from './search.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

/** Properties of requests whose values are counted; `metadata` needs the key in `nested_key`, `score_values` the name. */
export const facetFields = [
  'status',
  'source',
  'engine',
  'provider_type',
  'prompt_id',
  'prompt_label',
  'error_type',
  'tags',
  'tool_names',
  'metadata_keys',
  'metadata',
  'score_names',
  'score_values',
] as const
export type FacetField = (typeof facetFields)[number]

const FacetSpec = strictNamed('RequestFacetSpec', {
  field: z.enum(facetFields),
  nested_key: z.string().max(1_024).nullish(),
  /** Counts only values that contain this text, whatever the case of its letters; for `prompt_id`, names of prompts. */
  contains: cleanText.min(1).max(1_000).nullish(),
})

const FacetResult = named('RequestFacetResult', {
  field: z.enum(facetFields),
  nested_key: z.string().nullable(),
  /** `at_least`: the newest matching requests were counted; `too_slow`: counting was stopped. */
  accuracy: z.enum(['exact', 'at_least', 'too_slow']),
  values: z.array(z.object({ value: z.string(), label: z.string().nullable(), requests: z.int() })),
  has_more: z.boolean(),
})

export const readRequestFacets = define({
  id: 'getRequestFacets',
  post: '/api/public/v2/requests/facets',
  summary: 'Count the values of request properties under a search',
  description:
    'The most frequent values of each facet, with the number of matching requests that have them. Up to 10,000 ' +
    'matching requests are counted one by one. If more match, `status`, `source`, `engine`, ' +
    '`provider_type`, `prompt_id` and `error_type` are exact where the filter uses no other fields than ' +
    'these and the start time. The other facets of such a search are exact up to 100,000 matching requests if ' +
    'counting is quick, else `at_least`. Counting is stopped after 2 seconds. ' +
    '`score_values` counts the categories, `yes` and `no` of the score that `nested_key` names, not its numbers ' +
    'and texts; a request with different values from several sources counts for each.',
  role: 'viewer',
  audited: false,
  body: strictNamed('RequestFacetsQuery', {
    filter_group: requestLogQuery.filter_group,
    q: requestLogQuery.q,
    facets: z.array(FacetSpec).min(1).max(30),
    /** Values of each facet. */
    limit: z.int().min(1).max(50).default(10),
  }),
  success: {
    200: answer('RequestFacetsResponse', {
      /** Requests that match the search. */
      requests: z.int(),
      requests_are_exact: z.boolean(),
      facets: z.array(FacetResult),
    }),
  },
  example: {
    body: {
      facets: [{ field: 'status' }, { field: 'metadata', nested_key: 'customer' }],
      limit: 5,
    },
  },
})
