import {
  parseTraceFilter,
  type TraceExpression,
  type TraceSort,
} from '../../../engine/analytics/traces/index.ts'
import { parseSearch, type SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { queriesWithin, type RunQuery, sharedLimit, type TimeLimit } from '../../requests/index.ts'

/** A search of the list of traces. */
export interface TraceQuery {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly filter: TraceExpression
  /** Words in the messages of the trace's model calls, as a search of requests; null for none. */
  readonly words: SearchQuery | null
  readonly sortBy: TraceSort
  readonly descending: boolean
  readonly now: number
  /** The time limit that all queries share. */
  readonly limit: TimeLimit
  readonly runQuery: RunQuery
}

export interface TraceWish {
  readonly filter_group?: unknown
  readonly q?: string | null | undefined
  readonly sort_by?: TraceSort | null | undefined
  readonly sort_order?: 'asc' | 'desc' | null | undefined
}

/** Checks a search. @throws Refusal 'bad_request' with the path. */
export function traceQuery(
  store: Store,
  workspace: WorkspaceId,
  { filter_group, q, sort_by, sort_order }: TraceWish,
  { now, timeout }: { readonly now: number; readonly timeout?: number },
): TraceQuery {
  const words = parseSearch({ q: q ?? null })
  const hasWords = words.words.length > 0 || (words.filter.type === 'all' ? words.filter.of.length > 0 : true)
  const limit = sharedLimit(timeout)
  return {
    store,
    workspace,
    filter: parseTraceFilter(filter_group ?? undefined),
    words: hasWords ? words : null,
    sortBy: sort_by ?? 'trace_start_time',
    descending: sort_order !== 'asc',
    now,
    limit,
    runQuery: queriesWithin(store, limit),
  }
}
