import { type CompiledQuery, sql } from 'kysely'
import type { TraceSort } from '../../../engine/analytics/traces/index.ts'
import type { Range } from '../../../engine/search/index.ts'
import {
  givenPosting,
  inRanges,
  type ListedScore,
  rangeOf,
  type Sql,
  searchDialect,
} from '../../requests/index.ts'
import { startRangesOf } from './filter-ranges.ts'
import { scoreOfTrace } from './score-order-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** The sort column of trace `t`; each has an index. An unknown cost is sorted below all others. */
const sortColumns: Readonly<Record<TraceSort, Sql<number>>> = {
  trace_start_time: sql`t.started_at`,
  trace_duration_ms: sql`t.duration_ms`,
  trace_total_cost_usd: sql`coalesce(t.cost, -1)`,
  trace_total_tokens: sql`t.tokens`,
}

export const sortColumn = ({ workspace, sortBy, sortScore }: TraceQuery): Sql<number> =>
  sortBy === 'score' ? scoreOfTrace(workspace, sortScore!) : sortColumns[sortBy]

export const inRange = (
  { store, workspace }: TraceQuery,
  { field, range }: { readonly field: TraceSort; readonly range: Range },
): Sql<unknown> =>
  sql`from traces t where t.workspace_id = ${workspace} and ${rangeOf(searchDialect(store), sortColumns[field], range)}`

export const scoredTraces = ({ store, workspace }: TraceQuery, test: ListedScore): Sql<unknown> =>
  givenPosting(searchDialect(store), workspace, test, 'traces')

/** A condition on the start, for lists and indexes that have the start. */
export const inTimes = ({ store, filter }: TraceQuery): Sql =>
  inRanges(searchDialect(store), sql`started_at`, startRangesOf(filter))

/** The first and the last start in the times that the filter allows, by the index of the start. */
export function startExtentQuery(
  query: TraceQuery,
): CompiledQuery<{ readonly minimum: number | null; readonly maximum: number | null }> {
  const extreme = (aggregate: Sql<unknown>) =>
    sql`(select cast(${aggregate}(started_at) as double precision) from traces
      where workspace_id = ${query.workspace} and ${inTimes(query)})`
  return sql<{
    minimum: number | null
    maximum: number | null
  }>`select ${extreme(sql`min`)} as minimum, ${extreme(sql`max`)} as maximum`.compile(query.store.db)
}

/** The index of each order. */
export const sortIndexes: Readonly<Record<TraceSort, string>> = {
  trace_start_time: 'traces_by_start',
  trace_duration_ms: 'traces_by_duration',
  trace_total_cost_usd: 'traces_by_cost',
  trace_total_tokens: 'traces_by_tokens',
}
