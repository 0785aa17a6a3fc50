import { z } from 'zod'
import {
  maxConditions,
  maxFilters,
  maxFilterTextLength,
  maxFilterValues,
  maxQueryLength,
  maxQueryWords,
} from '../../engine/limits.ts'
import { type FilterField, filterFields, filterOperators, sortFields } from '../../engine/search/index.ts'
import {
  answer,
  boundedList,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  searchPage,
  strictNamed,
  textInteger,
} from '../kit/index.ts'
import { ListedScore } from '../traces/scores.ts'
import { callTimes, PriceSource, RequestSource } from './requests.ts'
import { RequestStatus } from './status.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

const FilterValue = z
  .union([z.string(), z.number(), z.boolean(), boundedList(z.unknown(), maxFilterValues), z.null()])
  .meta({
    wire: {
      oneOf: [
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'array', maxItems: maxFilterValues },
        { type: 'null' },
      ],
    },
  })

/** A filter with the fields of a group is refused: most likely a group without its filters. */
const StructuredFilter = strictNamed('StructuredFilter', {
  field: z.enum(Object.keys(filterFields) as [FilterField, ...FilterField[]]),
  operator: z.enum(filterOperators),
  value: FilterValue.optional(),
  nested_key: z.string().nullish(),
})

export const filterLimits = `A search has at most ${maxConditions} filters and ${maxConditions} groups, and a filter compares with texts of at most ${maxFilterTextLength} characters.`

/** Only the form is checked here; the engine checks operators and values of each field. */
export const StructuredFilterGroup = z
  .looseObject({
    logic: z.enum(['AND', 'OR']).optional(),
    get filters() {
      return boundedList(z.union([StructuredFilter, StructuredFilterGroup]), maxFilters)
    },
  })
  .meta({ id: 'StructuredFilterGroup', description: filterLimits })

export const SearchWords = z
  .string()
  .max(maxQueryLength)
  .meta({ description: `At most ${maxQueryWords} words.` })

/** Filters and order shared by search, analytics, export and imports. */
export const requestLogQuery = {
  filter_group: StructuredFilterGroup.nullish(),
  q: SearchWords.nullish(),
  /**
   * `score` orders by the number, or yes (1) and no (0), of the score `sort_score_name`; requests without it
   * are left out.
   */
  sort_by: z.enum([...sortFields, 'score']).nullish(),
  /** The score of `sort_by` `score`. Numbers from several sources count as their mean. */
  sort_score_name: cleanText.min(1).max(255).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish(),
  /** Used by analytics only. */
  metadata_cost_breakdown_key: z.string().nullish(),
}

export const SearchRequestLogs = strictNamed('SearchRequestLogsRequest', {
  ...requestLogQuery,
  /** Older form of the vendor's MCP server: all filters must match, and `filter_group` too if both are sent. */
  filters: z.array(StructuredFilter).max(maxConditions).nullish(),
  page: z.int().min(1).nullish(),
  per_page: z.int().min(1).max(25).nullish(),
  cursor: z.string().max(1_000).nullish(),
  include_prompt_name: z.boolean().nullish(),
  /** The input on one line; requires reading each request of the page. */
  include_input_preview: z.boolean().nullish(),
  /** The output on one line; requires reading each request of the page. */
  include_output_preview: z.boolean().nullish(),
})

const RequestLogSearchResult = named('RequestLogSearchResult', {
  id: z.int(),
  engine: z.string(),
  provider_type: z.string(),
  source: RequestSource,
  function_name: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  price: z.number(),
  price_source: PriceSource,
  request_start_time: z.string(),
  request_end_time: z.string(),
  latency: z.number(),
  latency_ms: z.number(),
  ...callTimes,
  status: RequestStatus,
  error_type: z.string().nullable(),
  error_message: z.string().nullable(),
  prompt_id: z.int().nullable(),
  prompt_version_number: z.int().nullable(),
  prompt_label: z.string().nullable(),
  group_id: z.int().nullable(),
  tags_array: z.array(z.string()),
  metadata: z.array(z.object({ key: z.string(), value: z.unknown() })),
  scores: z.array(z.object({ name: z.string(), score: z.int() })),
  /** The ten newest scores of `POST /api/public/v2/scores`, by name. */
  given_scores: z.array(ListedScore),
  /** In a search with `sort_by` `score`, the number by which the request is ordered. */
  sort_score: z.number().optional(),
  prompt_name: z.string().nullish(),
  input_preview: z.string().nullish(),
  output_preview: z.string().nullish(),
})

export const searchRequests = define({
  id: 'searchRequestLogs',
  post: '/api/public/v2/requests/search',
  role: 'viewer',
  summary: 'Search logged requests by filters and words',
  description:
    'Pages reach 10,000 requests deep. `total` counts at most that many, and counting is cut short after ' +
    'a moment; when `total_is_exact` is false there are more. To go further, or to page without shifts ' +
    'while requests arrive, send the `next_cursor` of one page as `cursor` of the next.',
  body: SearchRequestLogs,
  success: {
    200: answer('SearchRequestLogsResponse', { items: z.array(RequestLogSearchResult), ...searchPage }),
  },
  example: {
    body: {
      filter_group: {
        logic: 'AND',
        filters: [
          { field: 'tags', operator: 'contains', value: 'example' },
          { field: 'metadata', operator: 'key_equals', nested_key: 'customer', value: 'ada' },
        ],
      },
      q: 'hello',
    },
  },
})

export const suggestionFields = [
  'engine',
  'provider_type',
  'prompt_id',
  'prompt',
  'tags',
  'metadata_keys',
  'status',
  'tool_names',
  'output_keys',
  'input_variable_keys',
  'metadata_values',
  'output_values',
  'input_variable_values',
] as const

export const suggestRequestValues = define({
  id: 'getRequestSearchSuggestions',
  get: '/api/public/v2/requests/suggestions',
  summary: 'Suggest values for a filter, from the logged requests',
  query: z.object({
    field: z.enum(suggestionFields),
    prefix: z.string().max(1_000).optional(),
    metadata_key: z.string().max(1_024).optional(),
    prompt_id: textInteger({ minimum: 1 }).optional(),
    filter_group: z.string().max(8_000).optional(),
  }),
  success: { 200: answer('SearchRequestSuggestionsResponse', { values: z.array(z.string()) }) },
  example: { query: { field: 'tags', prefix: 'ex' } },
})
