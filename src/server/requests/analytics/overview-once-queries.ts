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

/** All sums of an overview; lists are null if there are more requests than one statement holds. */
export interface OverviewOnce {
  readonly found: number
  readonly rows: readonly OverviewRow[] | null
  readonly facets: readonly FacetRow[] | null
  readonly toolCalls: readonly ToolCallRow[] | null
  readonly latencies: readonly LatencyRow[] | null
}

interface Limits {
  /** Requests that the statement holds: some 500 bytes each. */
  readonly held: number
  readonly sample: number
}

/** Everything that sums read of a request. */
const columns = sql.join(
  [
    ...[
      'id',
      'started_at',
      'provider',
      'model',
      'prompt_id',
      'prompt_version_number',
      'prompt_label',
      'feature',
    ],
    ...[
      'status',
      'error_type',
      'output_shape',
      'span_id',
      'price',
      'price_source',
      'latency_ms',
      'latency_bucket',
    ],
    ...[
      'input_tokens',
      'output_tokens',
      'cached_tokens',
      'thinking_tokens',
      'turn_count',
      'tool_call_count',
      'facets',
    ],
  ].map((column) => sql.ref(`r.${column}`)),
)

/** The matching requests are found once and held; each list is summed from them (PostgreSQL). */
export function overviewOnceQuery(
  search: Search,
  driver: Driver,
  { bucketing, costKey }: { readonly bucketing: Bucketing; readonly costKey: string | null },
  { held, sample }: Limits,
): CompiledQuery<OverviewOnce> {
  const found = { ...search, isMatched: true }
  const list = (rows: Sql<unknown>, most: number) =>
    sql`case when (select count(*) from matched) <= ${sql.lit(most)}
      then (select coalesce(json_agg(listed), '[]') from (${rows}) listed) end`
  // `offset 0` hides the limit from the planner, which would walk along the time for it.
  return sql<OverviewOnce>`with matched as materialized (
      select * from (select ${columns} ${fromMatching(search, driver)} offset 0) r limit ${held + 1})
    select (select count(*) from matched) as found,
      ${list(overviewSql(found, requestSummands(found, driver), bucketing), held)} as rows,
      ${list(facetsSql(found, driver, costKey, sample), held)} as facets,
      ${list(toolCallsSql(found, driver, bucketing, sample), held)} as "toolCalls",
      ${list(latenciesSql(found, driver, bucketing, sample), sample - 1)} as latencies`.compile(
    search.store.db,
  )
}
