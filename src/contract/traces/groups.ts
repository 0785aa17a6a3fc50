import { z } from 'zod'
import { traceGroupSorts } from '../../engine/analytics/traces/index.ts'
import {
  answer,
  cleanText,
  commonErrors,
  endpointsOf,
  named,
  strictNamed,
  textInteger,
} from '../kit/index.ts'
import { scoreSums } from './score-sums.ts'
import { GivenScore } from './scores.ts'
import { ListedTrace, previews, sortScoreName, traceFilters } from './search.ts'

const define = endpointsOf({ tags: ['traces'] })

const totals = {
  first_trace_at: z.string(),
  /** Start of the newest trace. */
  last_trace_at: z.string(),
  trace_count: z.int(),
  /** Traces with a failed span. */
  error_count: z.int(),
  /** Sum of the durations of the traces. */
  duration_ms: z.number(),
  request_count: z.int(),
  /** US dollars of the requests with a known price; null if no request has a known price. */
  cost: z.number().nullable(),
  /** False if a request has no known price. */
  cost_is_whole: z.boolean(),
  /** Requests without a known price; the cost leaves them out. */
  unpriced_requests: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
}

const TraceSession = named('TraceSession', {
  session_id: z.string(),
  /** A user of the session; null if no trace names one. */
  user_id: z.string().nullable(),
  ...totals,
  /** The last scores that the session itself got, at most five; the newest comes first. */
  newest_scores: z.array(GivenScore),
  /** The question of its first trace, and the answer and the error of its last one, on one line each; only with `include_previews`. */
  previews: previews.optional(),
})

const TraceUser = named('TraceUser', { user_id: z.string(), session_count: z.int(), ...totals })

const groupSearch = {
  ...traceFilters,
  sort_by: z.enum(traceGroupSorts).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish(),
  per_page: z.int().min(1).max(100).nullish(),
  cursor: z.string().max(2_000).nullish(),
}

const groupPage = {
  /** Null if counting took too long. */
  total: z.int().nullable(),
  next_cursor: z.string().nullable(),
}

const searchDescription =
  'Filters and words are those of the search of traces, and all numbers are sums over the matching traces. With ' +
  'words, the newest 1,000 matching traces are summed. Other orders than `last_trace_at` read every matching trace: ' +
  'a search that takes over 10 seconds is stopped with 400. An unknown cost sorts below all others.'

export const searchTraceSessions = define({
  id: 'searchTraceSessions',
  post: '/api/public/v2/sessions/search',
  summary: 'Search sessions: traces that name the same session or conversation',
  description:
    `${searchDescription} \`score\` orders by the mean of the numbers of \`sort_score_name\` that the session itself got, ` +
    'with yes as 1 and no as 0; sessions without one are left out.',
  role: 'viewer',
  audited: false,
  body: strictNamed('SearchTraceSessionsRequest', {
    ...groupSearch,
    sort_by: z.enum([...traceGroupSorts, 'score']).nullish(),
    sort_score_name: sortScoreName,
    /** Adds `previews` to each session; requires reading requests of its first and last trace. */
    include_previews: z.boolean().nullish(),
  }),
  success: { 200: answer('SearchTraceSessionsResponse', { items: z.array(TraceSession), ...groupPage }) },
  errors: commonErrors,
  example: {
    body: {
      filter_group: { filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] },
      sort_by: 'last_trace_at',
    },
  },
})

export const searchTraceUsers = define({
  id: 'searchTraceUsers',
  post: '/api/public/v2/users/search',
  summary: 'Search the end users that traces name',
  description: searchDescription,
  role: 'viewer',
  audited: false,
  body: z.strictObject(groupSearch).meta({ id: 'SearchTraceUsersRequest' }),
  success: { 200: answer('SearchTraceUsersResponse', { items: z.array(TraceUser), ...groupPage }) },
  errors: commonErrors,
  example: { body: { sort_by: 'cost', sort_order: 'desc' } },
})

const groupId = cleanText.min(1).max(1_024)
const SessionId = z.object({ session_id: groupId.meta({ entity: 'trace-session' }) })
const UserId = z.object({ user_id: groupId.meta({ entity: 'trace-user' }) })

export const readTraceSession = define({
  id: 'getTraceSession',
  get: '/api/public/v2/sessions/{session_id}',
  summary: 'Read the totals of a session',
  params: SessionId,
  success: { 200: answer('TraceSessionResponse', { session: TraceSession, ...scoreSums }) },
  example: { params: { session_id: 'chat-1' } },
})

export const readTraceUser = define({
  id: 'getTraceUser',
  get: '/api/public/v2/users/{user_id}',
  summary: 'Read the totals of the traces of an end user',
  params: UserId,
  success: { 200: answer('TraceUserResponse', { user: TraceUser, ...scoreSums }) },
  example: { params: { user_id: 'customer-42' } },
})

/** Media of a turn, with the media type that the bytes show. */
const TurnMedia = named('SessionTurnMedia', { sha256: z.string(), type: z.string(), size: z.int() })

const SessionTurn = named('SessionTurn', {
  trace: ListedTrace,
  /** Text of the last user message of the trace's first model call, at most 10,000 characters. */
  input: z.string().nullable(),
  /** Text that the trace's last model call answered, at most 10,000 characters. */
  output: z.string().nullable(),
  /** Message of the failed span that started last, at most 10,000 characters; null without a failed span or a message. */
  error: z.string().nullable(),
  /** Pictures and other media of that user message and of that answer that are stored apart from their bodies, at most 20 each. */
  input_media: z.array(TurnMedia),
  output_media: z.array(TurnMedia),
  /** False if a text was cut. */
  is_whole: z.boolean(),
  first_request_id: z.int().nullable(),
  last_request_id: z.int().nullable(),
})

export const listSessionTurns = define({
  id: 'listSessionTurns',
  get: '/api/public/v2/sessions/{session_id}/turns',
  summary: 'List the traces of a session as turns of a conversation, earliest first',
  description:
    'The texts of a turn are null if the trace has no model call, or its stored form is over 64 kB compressed; read ' +
    'the request itself then.',
  params: SessionId,
  query: z.object({
    limit: textInteger({ minimum: 1, maximum: 100 }).default(50),
    cursor: cleanText.max(300).optional(),
  }),
  success: {
    200: answer('SessionTurnsResponse', { turns: z.array(SessionTurn), next_cursor: z.string().nullable() }),
  },
  example: { params: { session_id: 'chat-1' } },
})
