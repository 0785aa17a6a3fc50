import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import { searchDialect } from '../search/dialect.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'
import { bucketSql, errorCount, histogramEntry, requestSums } from './summand-queries.ts'

export type UsageBy = 'version' | 'label'

export interface UsageQuery {
  readonly search: Search
  /** The result of `requestSummands`. */
  readonly summands: Sql<unknown>
  readonly bucketing: Bucketing
  readonly by: UsageBy
}

const sums = [...requestSums, 'latency_ms'] as const

interface UsageKey {
  readonly bucket: number
  readonly name: string | null
}

export interface UsageRow extends UsageKey, Readonly<Record<(typeof sums)[number], number>> {
  /** A histogram in the format of `readHistogram`. */
  readonly latencies: string
}

export interface LatencyRow extends UsageKey {
  readonly latency_ms: number
}

export interface ScoreRow extends UsageKey {
  readonly sum: number
  readonly count: number
}

const usageKeySql = ({ search, bucketing, by }: UsageQuery): Sql<unknown> => {
  const column = by === 'version' ? 'c.prompt_version_number' : 'c.prompt_label'
  return sql`${bucketSql(search, sql.ref('c.at'), bucketing)} as bucket, cast(${sql.ref(column)} as text) as name`
}

/** Computes all sums in one pass over the requests. */
export function usageQuery(query: UsageQuery): CompiledQuery<UsageRow> {
  const { store } = query.search
  const { total, joined } = searchDialect(store)
  const of = (column: (typeof sums)[number]) =>
    total(column === 'errors' ? errorCount : sql.ref(`c.${column}`))
  const inner = sql.join(sums.map((column) => sql`${of(column)} as ${sql.ref(column)}`))
  const outer = sql.join(
    sums.map((column) => sql`${total(sql.ref(`by_latency.${column}`))} as ${sql.ref(column)}`),
  )
  const entry = histogramEntry(
    sql.ref('latency_bucket'),
    sql.ref('by_latency.requests'),
    sql.ref('by_latency.latency_ms'),
  )
  return sql<UsageRow>`select bucket, name, ${outer}, ${joined(entry)} as latencies
    from (select ${usageKeySql(query)}, c.latency_bucket, ${inner} from (${query.summands}) c group by 1, 2, 3) by_latency
    group by bucket, name`.compile(store.db)
}

export function scoresQuery(query: UsageQuery): CompiledQuery<ScoreRow> {
  const { store, workspace } = query.search
  const { total } = searchDialect(store)
  return sql<ScoreRow>`select ${usageKeySql(query)}, ${total(sql.ref('s.score'))} as sum, count(*) as count
    from (${query.summands}) c join request_scores s on s.workspace_id = ${workspace} and s.request_id = c.id
    group by 1, 2`.compile(store.db)
}

/** The latency of each request, for exact percentiles over few requests. */
export const usageLatenciesQuery = (query: UsageQuery): CompiledQuery<LatencyRow> =>
  sql<LatencyRow>`select ${usageKeySql(query)}, c.latency_ms from (${query.summands}) c`.compile(
    query.search.store.db,
  )
