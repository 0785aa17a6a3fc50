import type { Random } from '../kept-sets/random.ts'
import { newestTime, wordOf } from '../requests/generator.ts'
import { agentTrace, features, longSession, models, plans, tools, users, vocabulary } from './generator.ts'

/** A query of the screens for traces, sessions and users. */
export interface TraceMeasure {
  readonly name: string
  /** The bar of the p99 in milliseconds; null without a bar. */
  readonly bar: number | null
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: (random: Random) => object
  /** True to read the second page too. */
  readonly isPaged?: boolean
}

const filters = (...all: object[]) => ({ logic: 'AND', filters: all })
const is = (field: string, value: string) => ({ field, operator: 'is', value })
const has = (field: string, value: string) => ({ field, operator: 'contains', value })
const since = (days: number) => ({
  field: 'trace_start_time',
  operator: 'after',
  value: new Date(newestTime - days * 86_400_000).toISOString(),
})
const plan = (value: string) => ({ field: 'metadata', operator: 'key_equals', nested_key: 'plan', value })
const searchedWord = (random: Random): string => wordOf(100 + random.skewed(vocabulary - 100))
const tool = (random: Random): string => tools[random.skewed(tools.length)]!
const model = (random: Random): string => models[random.skewed(models.length)]!

const byQuality = { sort_by: 'score', sort_score_name: 'quality', sort_order: 'asc' }

const list = { method: 'POST', path: '/api/public/v2/traces/search', isPaged: true } as const

export const traceMeasures: readonly TraceMeasure[] = [
  { ...list, name: 'newest', bar: null, body: () => ({}) },
  {
    ...list,
    name: 'tool, plan and a word',
    bar: 150,
    body: (random) => ({
      q: searchedWord(random),
      filter_group: filters(has('trace_tool_names', tool(random)), plan(random.pick(plans))),
    }),
  },
  {
    ...list,
    name: 'user, failed',
    bar: null,
    body: (random) => ({
      filter_group: filters(is('trace_user_id', `user-${random.skewed(users)}`), is('trace_status', 'ERROR')),
    }),
  },
  {
    ...list,
    name: 'model and plan, 30 days',
    bar: null,
    body: (random) => ({
      filter_group: filters(has('trace_models_used', model(random)), plan(random.pick(plans)), since(30)),
    }),
  },
  {
    ...list,
    name: 'dearest of a name, 30 days',
    bar: null,
    body: (random) => ({
      sort_by: 'trace_total_cost_usd',
      filter_group: filters(is('trace_name', `agent ${random.pick(features)}`), since(30)),
    }),
  },
  {
    ...list,
    name: 'longer than 10 s, not ok',
    bar: null,
    body: () => ({
      filter_group: filters(
        { field: 'trace_duration_ms', operator: 'gt', value: 10_000 },
        is('trace_status', 'ERROR'),
      ),
    }),
  },
  {
    ...list,
    name: 'a span longer than 5 s',
    bar: null,
    body: () => ({ filter_group: filters({ field: 'span_duration_ms', operator: 'gt', value: 5_000 }) }),
  },
  {
    ...list,
    name: 'a span longer than 100 s',
    bar: null,
    body: () => ({ filter_group: filters({ field: 'span_duration_ms', operator: 'gt', value: 100_000 }) }),
  },
  {
    ...list,
    name: 'lowest score',
    bar: null,
    body: () => ({ ...byQuality }),
  },
  {
    ...list,
    name: 'lowest score, failed, 30 days',
    bar: null,
    body: () => ({ ...byQuality, filter_group: filters(is('trace_status', 'ERROR'), since(30)) }),
  },
  {
    ...list,
    name: 'lowest score of a user',
    bar: null,
    body: (random) => ({
      ...byQuality,
      filter_group: filters(is('trace_user_id', `user-${random.skewed(users)}`)),
    }),
  },
  {
    ...list,
    name: 'lowest score with a word',
    bar: null,
    body: (random) => ({ ...byQuality, q: searchedWord(random) }),
  },
  {
    ...list,
    name: 'score below 0.1, 30 days',
    bar: null,
    body: () => ({
      filter_group: filters(
        { field: 'scores', nested_key: 'quality', operator: 'lt', value: 0.1 },
        since(30),
      ),
    }),
  },
  {
    ...list,
    name: 'a session',
    bar: null,
    body: (random) => ({
      filter_group: filters(is('trace_session_id', `session-${1_000 + random.skewed(20_000)}`)),
    }),
  },
  {
    ...list,
    name: 'a span name, slowest first',
    bar: null,
    body: (random) => ({
      sort_by: 'trace_duration_ms',
      filter_group: filters(is('span_name', `execute_tool ${tool(random)}`)),
    }),
  },
  {
    name: 'facets of all',
    bar: null,
    method: 'POST',
    path: '/api/public/v2/traces/facets',
    body: () => ({
      facets: ['trace_status', 'trace_name', 'trace_models_used', 'trace_tool_names', 'trace_user_id'].map(
        (field) => ({ field }),
      ),
    }),
  },
  {
    name: 'durations by day, 30 days',
    bar: null,
    method: 'POST',
    path: '/api/public/v2/traces/analytics/custom-analytics',
    body: () => ({
      filter_group: filters(since(30)),
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
    }),
  },
  {
    name: 'sessions, newest',
    bar: null,
    method: 'POST',
    path: '/api/public/v2/sessions/search',
    isPaged: true,
    body: () => ({}),
  },
  {
    name: 'users by cost, 7 days',
    bar: null,
    method: 'POST',
    path: '/api/public/v2/users/search',
    isPaged: true,
    body: () => ({ sort_by: 'cost', filter_group: filters(since(7)) }),
  },
  {
    name: `a session of ${longSession.turns} turns`,
    bar: 1_000,
    method: 'GET',
    path: `/api/public/v2/sessions/${longSession.id}`,
  },
  {
    name: 'first turns of that session',
    bar: 1_000,
    method: 'GET',
    path: `/api/public/v2/sessions/${longSession.id}/turns`,
  },
  {
    name: `outline of an agent's ${agentTrace.spans.toLocaleString('en')} spans`,
    bar: 1_000,
    method: 'GET',
    path: `/api/public/v2/traces/${agentTrace.id}/outline`,
  },
]
