import { z } from 'zod'
import { traceSorts, traceStates } from '../../engine/analytics/traces/index.ts'
import { answer, cleanText, commonErrors, endpointsOf, named, searchPage, strictNamed } from '../kit/index.ts'
import { SearchWords } from '../requests/search.ts'
import { TraceFilterGroup } from './analytics.ts'
import { ListedScore } from './scores.ts'

const define = endpointsOf({ tags: ['traces'], errors: commonErrors })

export type TraceState = (typeof traceStates)[number]

export const traceFilters = {
  filter_group: TraceFilterGroup.nullish(),
  /** Words, or beginnings of words, of the messages of the trace's model calls. */
  q: SearchWords.nullish(),
}

export const sortScoreName = cleanText.min(1).max(255).nullish()

export const previews = z.object({
  input: z.string().nullable(),
  output: z.string().nullable(),
  error: z.string().nullable(),
})

export const ListedTrace = named('ListedTrace', {
  trace_id: z.string(),
  /** The name of the first root span. */
  name: z.string(),
  status: z.enum(['UNSET', 'OK', 'ERROR']),
  state: z.enum(traceStates),
  started_at: z.string(),
  ended_at: z.string(),
  duration_ms: z.number(),
  span_count: z.int(),
  error_count: z.int(),
  request_count: z.int(),
  /** US dollars of the requests with a known price; null if no request has a known price. */
  cost: z.number().nullable(),
  /** False if a request has no known price. */
  cost_is_whole: z.boolean(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  models: z.array(z.string()),
  tools: z.array(z.string()),
  tags: z.array(z.string()),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Scores of the trace itself, by name. */
  scores: z.array(ListedScore),
  /** The number by which the trace is ordered; only in searches with `sort_by` `score`. */
  sort_score: z.number().optional(),
  session_id: z.string().nullable(),
  user_id: z.string().nullable(),
  /** The question, the answer and the last error on one line each; only with `include_previews`. */
  previews: previews.optional(),
})

export const searchTraces = define({
  id: 'searchTraces',
  post: '/api/public/v2/traces/search',
  summary: 'Search traces by filters of the trace or its spans, and by words',
  description:
    'The filter is that of the trace analytics: a span filter matches a trace if any of its spans matches, and ' +
    'inside `SPAN_AND` and `SPAN_OR` one span must match all of it. Traces in progress are in the list: `state` is ' +
    '`live` while the root span is missing or a span has no end, for an hour after the last span. Filters read at most ' +
    '200 different names, models, tools, tags and metadata values of a trace. `cost` is null if no request ' +
    'has a known price, and sorts below all others. Pages reach 10,000 traces deep; to go further, or to page ' +
    'without shifts while traces arrive, send the `next_cursor` of one page as `cursor` of the next.',
  role: 'viewer',
  audited: false,
  body: strictNamed('SearchTracesRequest', {
    ...traceFilters,
    /**
     * `score` orders by the number of `sort_score_name`, with yes as 1 and no as 0; traces without it are
     * left out.
     */
    sort_by: z.enum([...traceSorts, 'score']).nullish(),
    /**
     * The trace's own score is used, else the scores of its spans. Numbers of several sources or spans
     * count by their mean.
     */
    sort_score_name: sortScoreName,
    sort_order: z.enum(['asc', 'desc']).nullish(),
    page: z.int().min(1).nullish(),
    per_page: z.int().min(1).max(100).nullish(),
    cursor: z.string().max(1_000).nullish(),
    /** Adds `previews` to each trace; requires reading its first and last request. */
    include_previews: z.boolean().nullish(),
  }),
  success: { 200: answer('SearchTracesResponse', { items: z.array(ListedTrace), ...searchPage }) },
  example: {
    body: {
      filter_group: {
        logic: 'AND',
        filters: [
          { field: 'trace_status', operator: 'is', value: 'ERROR' },
          { field: 'trace_total_cost_usd', operator: 'gt', value: 0.01 },
          { field: 'trace_user_id', operator: 'is', value: 'customer-42' },
        ],
      },
      q: 'refund',
      sort_by: 'trace_start_time',
      sort_order: 'desc',
    },
  },
})

/** Properties of traces whose values are suggested; `metadata` needs the key in `nested_key`. */
const suggestedFields = [
  'trace_status',
  'trace_name',
  'span_name',
  'trace_models_used',
  'trace_tool_names',
  'trace_session_id',
  'trace_user_id',
  'tags',
  'metadata_keys',
  'metadata',
] as const
export type TraceSuggestedField = (typeof suggestedFields)[number]

/** Properties whose values are counted; `score_values` needs the name of the score in `nested_key`. */
const traceFacetFields = [...suggestedFields, 'score_names', 'score_values', 'session_score_names'] as const
export type TraceFacetField = (typeof traceFacetFields)[number]

const nestedKey = cleanText.max(1_024)

export const readTraceFacets = define({
  id: 'getTraceFacets',
  post: '/api/public/v2/traces/facets',
  summary: 'Count the values of trace properties under a search',
  description:
    'The most frequent values of each facet, with the number of matching traces that have them. Counts the newest ' +
    '10,000 matching traces at most (1,000 with words); if more match, counts are `at_least`. Counting is ' +
    'stopped after 2 seconds. Scores are those of the trace and of its spans: `score_values` counts the categories, ' +
    '`yes` and `no` of the score that `nested_key` names, not its numbers and texts. `session_score_names` counts the traces whose session has a score.',
  role: 'viewer',
  audited: false,
  body: strictNamed('TraceFacetsQuery', {
    ...traceFilters,
    facets: z
      .array(
        strictNamed('TraceFacetSpec', {
          field: z.enum(traceFacetFields),
          nested_key: nestedKey.nullish(),
          /** Counts only values that contain this text, whatever the case of its letters. */
          contains: cleanText.min(1).max(1_000).nullish(),
        }),
      )
      .min(1)
      .max(30),
    /** Values of each facet. */
    limit: z.int().min(1).max(50).default(10),
  }),
  success: {
    200: answer('TraceFacetsResponse', {
      /** Traces that match the search. */
      traces: z.int(),
      traces_are_exact: z.boolean(),
      facets: z.array(
        named('TraceFacetResult', {
          field: z.enum(traceFacetFields),
          nested_key: z.string().nullable(),
          accuracy: z.enum(['exact', 'at_least', 'too_slow']),
          values: z.array(z.object({ value: z.string(), traces: z.int() })),
          has_more: z.boolean(),
        }),
      ),
    }),
  },
  example: { body: { facets: [{ field: 'trace_status' }, { field: 'trace_models_used' }], limit: 5 } },
})

export const suggestTraceValues = define({
  id: 'getTraceSearchSuggestions',
  get: '/api/public/v2/traces/suggestions',
  summary: 'Suggest values for a filter, from the stored traces',
  query: z.object({
    field: z.enum(suggestedFields),
    prefix: cleanText.max(1_000).optional(),
    nested_key: nestedKey.optional(),
  }),
  success: { 200: answer('TraceSearchSuggestionsResponse', { values: z.array(z.string()) }) },
  example: { query: { field: 'trace_models_used', prefix: 'gpt' } },
})
