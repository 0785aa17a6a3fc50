import { type CompiledQuery, sql } from 'kysely'
import {
  type Bucketing,
  type ColumnGroup,
  type Grouping,
  isOptionalField,
  isTokenField,
  type Measure,
  type MetricField,
} from '../../../engine/analytics/index.ts'
import { searchDialect } from '../search/dialect.ts'
import { listOfKind } from '../search/facet-list-queries.ts'
import { scoreText } from '../search/score-value-queries.ts'
import type { Search } from '../search/search.ts'
import type { SearchDialect, Sql } from '../search/search-dialect-queries.ts'
import { scoreSql, scoreValues } from './score-queries.ts'
import { bucketSql, errorCount, histogramEntry } from './summand-queries.ts'

/** The input of the queries of a chart. */
export interface ChartQuery {
  readonly search: Search
  /** The result of `summandsOf`: single requests if the chart needs them. */
  readonly summands: Sql<unknown>
  readonly grouping: Grouping | null
  /** Null: the chart has one value over all time. */
  readonly bucketing: Bucketing | null
  /** True if the summands are single requests, and few enough for exact percentiles. */
  readonly isExact: boolean
}

/** One value of a chart: for each bucket over time, and for each group if the chart has groups. */
export interface Value {
  readonly bucket: number
  readonly name: string | null
  readonly value: number | null
  /** For a percentile of latency, a histogram as text, in place of `value`. */
  readonly latencies: string | null
  /** For a cost, the number of requests without a known price, which `value` leaves out. */
  readonly unpriced: number | null
  /** For tokens, the number of requests without token counts, which `value` leaves out. */
  readonly uncounted: number | null
  /** For a score, the number of requests that have the score. */
  readonly scored: number | null
}

/** The columns whose values name a group. */
const groupColumns = {
  engine: ['model'],
  provider_type: ['provider'],
  source: ['source'],
  prompt_id: ['prompt_id'],
  prompt_version_number: ['prompt_version_number'],
  status: ['status'],
  error_type: ['error_type'],
  prompt_version: ['prompt_id', 'prompt_version_number'],
} as const satisfies Record<ColumnGroup, readonly string[]>

const valueColumns = {
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  cost: 'price',
  latency_ms: 'latency_ms',
  prompt_version_number: 'prompt_version_number',
  turn_count: 'turns',
  tool_call_count: 'tool_calls',
  cached_tokens: 'cached_tokens',
  thinking_tokens: 'thinking_tokens',
  time_to_first_token_ms: 'time_to_first_token_ms',
  output_tokens_per_second: 'output_tokens_per_second',
  attempts: 'attempts',
  waited_ms: 'waited_ms',
} as const satisfies Record<Exclude<MetricField, 'score' | 'total_tokens' | 'errors'>, string>

/**
 * The measured column. It is null for a request without a known price, without token counts or without the score, so
 * that averages and extremes skip the request.
 */
function measuredColumn({ workspace }: Search, { field, score }: Measure): Sql<number> {
  if (field === null) return sql`c.requests`
  if (isTokenField(field)) {
    const tokens = sql`c.input_tokens + c.output_tokens`
    const value = field === 'total_tokens' ? tokens : sql.ref(`c.${field}`)
    const isKnown =
      field === 'total_tokens' ? sql`c.half_counted = 0` : sql`(c.half_counted = 0 or ${value} > 0)`
    return sql`(case when ${tokens} > 0 and ${isKnown} then ${value} end)`
  }
  if (field === 'errors') return sql`(${errorCount})`
  if (field === 'cost') return sql`(case when c.unpriced > 0 then null else c.price end)`
  if (field !== 'score') return sql.ref(`c.${valueColumns[field]}`)
  return scoreSql(workspace, score ?? null)
}

/** The summands with the name of their group. A summand in several groups is repeated. */
function groupedSummands({ search, summands, grouping }: ChartQuery): Sql<unknown> {
  if (!grouping) return sql`(select summands.*, cast(null as text) as name from (${summands}) summands) c`
  if (grouping.by === 'column') {
    const refs = groupColumns[grouping.field].map((column) => sql.ref(column))
    const name = sql.join(
      refs.map((ref) => sql`cast(${ref} as text)`),
      sql` || ':' || `,
    )
    const isKnown = sql.join(
      refs.map((ref) => sql`${ref} is not null`),
      sql` and `,
    )
    return sql`(select summands.*, ${name} as name from (${summands}) summands where ${isKnown}) c`
  }
  if (grouping.by === 'score')
    return sql`(select summands.*, ${scoreText('g')} as name from (${summands}) summands
      cross join ${scoreValues(search.workspace, grouping.name)}) c`
  const { facetsOf, joinFacets } = searchDialect(search.store)
  const list = listOfKind(facetsOf, grouping.kind)
  const { facet, isOfKind } = list
  return grouping.by === 'facet'
    ? sql`(select r.*, ${facet.value} as name from (${summands}) r ${joinFacets(list)}
        where ${isOfKind} and ${facet.key} = ${grouping.key}) c`
    : sql`(select distinct r.*, ${facet.key} as name from (${summands}) r ${joinFacets(list)} where ${isOfKind}) c`
}

/** Ordering by such a measure itself would put groups of few requests first. */
const isOrderedByRequests = ({ metric, field }: Measure): boolean =>
  metric === 'percentile' || (metric === 'avg' && field === 'errors')

/** Names of the largest groups, ordered by the measure, or by requests for a percentile and an error rate. */
export function groupsQuery(
  query: ChartQuery,
  measure: Measure,
  limit: number,
): CompiledQuery<{ name: string }> {
  const { search } = query
  const dialect = searchDialect(search.store)
  const size = isOrderedByRequests(measure) ? dialect.total(sql.ref('c.requests')) : valueSql(search, measure)
  return sql<{ name: string }>`select name from (
      select c.name, ${size} as size from ${groupedSummands(query)}
      group by c.name having ${dialect.total(sql.ref('c.requests'))} > 0) groups
    order by case when size is null then 1 else 0 end, size desc, ${dialect.byCodePoint(sql.ref('name'))}
    limit ${limit}`.compile(search.store.db)
}

/** A measure by bucket and group. `names` limits the groups. */
export function measureQuery(
  query: ChartQuery,
  measure: Measure,
  names: readonly string[] | null,
): CompiledQuery<Value> {
  const { search, bucketing } = query
  const dialect = searchDialect(search.store)
  const bucket = bucketing ? bucketSql(search, sql.ref('c.at'), bucketing) : sql`0`
  const nameFilter = names ? sql`c.name in (${sql.join(names.map((name) => sql`${name}`))})` : sql`1 = 1`
  const from = sql`from ${groupedSummands(query)} where ${nameFilter}`
  if (measure.metric !== 'percentile')
    return sql<Value>`select ${bucket} as bucket, c.name, ${valueSql(search, measure)} as value, null as latencies,
      ${unpricedSql(dialect, measure)} as unpriced, ${uncountedSql(dialect, measure)} as uncounted,
      ${scoredSql(search, measure)} as scored ${from} group by 1, 2 having ${dialect.total(sql.ref('c.requests'))} > 0`.compile(
      search.store.db,
    )
  if (measure.field === 'latency_ms' && !query.isExact)
    return sql<Value>`select bucket, name, null as value,
        ${dialect.joined(histogramEntry(sql.ref('latency_bucket'), sql.ref('requests'), sql.ref('latency_ms')))} as latencies,
        null as unpriced, null as uncounted, null as scored
      from (select ${bucket} as bucket, c.name, c.latency_bucket, ${dialect.total(sql.ref('c.requests'))} as requests,
        ${dialect.total(sql.ref('c.latency_ms'))} as latency_ms ${from} group by 1, 2, 3) by_latency
      group by bucket, name having ${dialect.total(sql.ref('requests'))} > 0`.compile(search.store.db)
  return sql<Value>`select bucket, name, value, null as latencies, null as unpriced, null as uncounted,
      ${measure.field === 'score' ? sql.ref('value_count') : sql`null`} as scored from (
      select bucket, name, value, row_number() over (partition by bucket, name order by value) as position,
        count(*) over (partition by bucket, name) as value_count
      from (select ${bucket} as bucket, c.name, ${measuredColumn(search, measure)} as value ${from}) plain
      where value is not null) ranked
    where position = ${rankSql(measure.percent)}`.compile(search.store.db)
}

/** `nearestRank` in SQL. `value_count` is the number of values. */
export function rankSql(percent: number): Sql<number> {
  const rank = sql`ceil(value_count * cast(${percent} as double precision) / 100)`
  return sql`case when ${rank} < 1 then 1 else ${rank} end`
}

const unpricedSql = (dialect: SearchDialect, { metric, field }: Measure): Sql<number | null> =>
  field === 'cost' && metric !== 'count' ? dialect.total(sql.ref('c.unpriced')) : sql`null`

const uncountedSql = (dialect: SearchDialect, { metric, field }: Measure): Sql<number | null> =>
  field !== null && isTokenField(field) && metric !== 'count'
    ? dialect.total(sql.ref('c.uncounted'))
    : sql`null`

const scoredSql = (search: Search, measure: Measure): Sql<number | null> =>
  measure.field === 'score' && measure.metric !== 'count'
    ? sql`count(${measuredColumn(search, measure)})`
    : sql`null`

function valueSql(search: Search, measure: Measure): Sql<number | null> {
  const { metric, field } = measure
  const dialect = searchDialect(search.store)
  const requests = dialect.total(sql.ref('c.requests'))
  if (metric === 'count' || field === null) return requests
  switch (metric) {
    case 'sum':
      return dialect.total(field === 'cost' ? sql.ref('c.price') : measuredColumn(search, measure))
    case 'avg':
      if (field === 'cost')
        return sql`${dialect.total(sql.ref('c.price'))} / nullif(${requests} - ${dialect.total(sql.ref('c.unpriced'))}, 0)`
      return isOptionalField(field) || isTokenField(field)
        ? sql`avg(cast(${measuredColumn(search, measure)} as double precision))`
        : sql`${dialect.total(measuredColumn(search, measure))} / nullif(${requests}, 0)`
    case 'min':
      return sql`min(${measuredColumn(search, measure)})`
    default:
      return sql`max(${measuredColumn(search, measure)})`
  }
}
