import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { fromMatching } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'
import {
  type FacetRow,
  facetsSql,
  type LatencyRow,
  latenciesSql,
  type OverviewRow,
  overviewSql,
  type ToolCallRow,
  toolCallsSql,
} from './overview-queries.ts'
import { requestSummands } from './summand-queries.ts'

/** All sums of an overview. A list is null if more requests match than one statement can hold. */
export interface OverviewOnce {
  readonly rows: readonly OverviewRow[] | null
  readonly facets: readonly FacetRow[] | null
  readonly toolCalls: readonly ToolCallRow[] | null
  readonly latencies: readonly LatencyRow[] | null
}

interface Limits {
  /** Maximum requests that the statement holds in memory, some 500 bytes each. */
  readonly maxRequests: number
  readonly sample: number
}

/** The columns of a request that the sums use. */
const columns = sql`r.id, r.started_at, r.provider, r.model, r.prompt_id, r.prompt_version_number, r.prompt_label, r.feature,
  r.status, r.error_type, r.output_shape, r.span_id, r.price, r.price_source, r.latency_ms, r.latency_bucket,
  r.input_tokens, r.output_tokens, r.cached_tokens, r.thinking_tokens, r.turn_count, r.tool_call_count, r.facets,
  r.time_to_first_token_ms, r.output_tokens_per_second, r.attempts, r.waited_ms`

/** Finds the matching requests once, and computes all lists from them (PostgreSQL). */
export function overviewOnceQuery(
  search: Search,
  driver: Driver,
  { bucketing, costKey }: { readonly bucketing: Bucketing; readonly costKey: string | null },
  { maxRequests, sample }: Limits,
): CompiledQuery<OverviewOnce> {
  const matched = { ...search, isMatched: true }
  const list = (rows: Sql<unknown>, limit: number) =>
    sql`case when (select count(*) from matched) <= ${sql.lit(limit)}
      then (select coalesce(json_agg(listed), '[]') from (${rows}) listed) end`
  // `offset 0` hides the limit from the planner, which would otherwise walk along the time.
  return sql<OverviewOnce>`with matched as materialized (
      select * from (select ${columns} ${fromMatching(search, driver)} offset 0) r limit ${maxRequests + 1})
    select ${list(overviewSql(matched, requestSummands(matched, driver), bucketing), maxRequests)} as rows,
      ${list(facetsSql(matched, driver, costKey, sample), maxRequests)} as facets,
      ${list(toolCallsSql(matched, driver, bucketing, sample), maxRequests)} as "toolCalls",
      ${list(latenciesSql(matched, driver, bucketing, sample), sample - 1)} as latencies`.compile(
    search.store.db,
  )
}
