import {
  parseTraceFilter,
  type TraceExpression,
  type TraceSort,
} from '../../../engine/analytics/traces/index.ts'
import { parseSearch, type SearchQuery, type SortScore, sortScoreOf } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import {
  queriesWithin,
  type RunQuery,
  type SearchedStore,
  type Sql,
  sharedLimit,
  type TimeLimit,
} from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** A search of the list of traces. */
export interface TraceQuery {
  readonly store: SearchedStore
  /** The database, also for a query of the copy in ClickHouse. */
  readonly database: Store
  readonly workspace: WorkspaceId
  readonly filter: TraceExpression
  /** The filter without the test of `sortScore`. */
  readonly filterBesideScore: TraceExpression
  /** Words in the messages of the trace's model calls, as a search of requests; null for none. */
  readonly words: SearchQuery | null
  readonly sortBy: TraceSort | 'score'
  /** The score of the order `score`. The filter tests that a trace has it. */
  readonly sortScore: SortScore | null
  readonly descending: boolean
  readonly now: number
  /** The time limit that all queries share. */
  readonly limit: TimeLimit
  readonly runQuery: RunQuery
  /** A condition for the valid row `t`, if there may be several of a trace. */
  readonly isCurrent?: Sql | null
}

export interface TraceCriteria {
  readonly filter_group?: unknown
  readonly q?: string | null | undefined
  readonly sort_by?: TraceSort | 'score' | null | undefined
  readonly sort_score_name?: string | null | undefined
  readonly sort_order?: 'asc' | 'desc' | null | undefined
}

/** Checks a search. @throws Refusal 'bad_request' with the path. */
export function traceQuery(
  store: Store,
  workspace: WorkspaceId,
  criteria: TraceCriteria,
  { now, timeout }: { readonly now: number; readonly timeout?: number },
): TraceQuery {
  const { filter_group, q, sort_by, sort_order } = criteria
  const filterBesideScore = parseTraceFilter(filter_group ?? undefined)
  const sortScore = sortScoreOf(criteria)
  const words = parseSearch({ q: q ?? null })
  const hasWords = words.words.length > 0 || (words.filter.type === 'all' ? words.filter.of.length > 0 : true)
  const limit = sharedLimit(timeout)
  return {
    store,
    database: store,
    workspace,
    filter: sortScore ? { type: 'all', of: [filterBesideScore, sortScore] } : filterBesideScore,
    filterBesideScore,
    words: hasWords ? words : null,
    sortBy: sort_by ?? 'trace_start_time',
    sortScore,
    descending: sort_order !== 'asc',
    now,
    limit,
    runQuery: queriesWithin(store, limit),
  }
}
