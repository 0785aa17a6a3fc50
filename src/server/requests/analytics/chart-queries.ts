import { type CompiledQuery, sql } from 'kysely'
import type {
  Bucketing,
  ColumnGroup,
  Grouping,
  Measure,
  MetricField,
} from '../../../engine/analytics/index.ts'
import { kindNumber } from '../facet-entries.ts'
import { searchDialect } from '../search/dialect.ts'
import type { Search } from '../search/open-search.ts'
import type { SearchDialect, Sql } from '../search/search-dialect-queries.ts'
import { bucketSql, histogramEntry } from './summand-queries.ts'

/** What a chart is drawn from. */
export interface Drawing {
  readonly search: Search
  /** See `summandsOf`; of requests where the chart needs them. */
  readonly summands: Sql<unknown>
  readonly grouping: Grouping | null
  /** Null: over all time. */
  readonly bucketing: Bucketing | null
  /** The summands are requests, few enough to put their latencies in order. */
  readonly isExact: boolean
}

/** One value: of a bucket where there is time, of a group where there are groups. */
export interface Value {
  readonly bucket: number
  readonly name: string | null
  readonly value: number | null
  /** Instead of a value where it is a percentile of latency. */
  readonly latencies: string | null
  /** Of costs: how many requests have no known price, so that the value leaves them out. */
  readonly unpriced: number | null
}

const groupColumns = {
  engine: 'model',
  provider_type: 'provider',
  prompt_id: 'prompt_id',
  prompt_version_number: 'prompt_version_number',
  status: 'status',
  error_type: 'error_type',
} as const satisfies Record<ColumnGroup, string>

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
} as const satisfies Record<MetricField, string>

/** Null where a request has no known price; sums leave it out. */
const column = (field: MetricField): Sql<number> =>
  field === 'cost'
    ? sql`(case when c.unpriced > 0 then null else c.price end)`
    : sql.ref(`c.${valueColumns[field]}`)

/** The summands with the name of their group, each as often as it is in one. */
function grouped({ search, summands, grouping }: Drawing): Sql<unknown> {
  if (!grouping) return sql`(select summands.*, cast(null as text) as name from (${summands}) summands) c`
  if (grouping.by === 'column') {
    const ref = sql.ref(groupColumns[grouping.field])
    return sql`(select summands.*, cast(${ref} as text) as name from (${summands}) summands where ${ref} is not null) c`
  }
  const { listed, facet } = searchDialect(search.store).facetsOf
  const kind = sql`${facet.kind} = ${kindNumber(grouping.kind)}`
  return grouping.by === 'facet'
    ? sql`(select r.*, ${facet.value} as name from (${summands}) r cross join ${listed}
        where ${kind} and ${facet.key} = ${grouping.key}) c`
    : sql`(select distinct r.*, ${facet.key} as name from (${summands}) r cross join ${listed} where ${kind}) c`
}

/** The names of the largest groups, largest first: by the measure where it orders them, else by their requests. */
export function groupsQuery(
  drawing: Drawing,
  measure: Measure,
  limit: number,
): CompiledQuery<{ name: string }> {
  const { search } = drawing
  const dialect = searchDialect(search.store)
  const size =
    measure.metric === 'percentile' ? dialect.total(sql.ref('c.requests')) : valueSql(dialect, measure)
  return sql<{ name: string }>`select name from (
      select c.name, ${size} as size from ${grouped(drawing)}
      group by c.name having ${dialect.total(sql.ref('c.requests'))} > 0) groups
    order by case when size is null then 1 else 0 end, size desc, ${dialect.byCodePoint(sql.ref('name'))}
    limit ${limit}`.compile(search.store.db)
}

/** A measure by bucket and group; `names` are the groups to show. */
export function measureQuery(
  drawing: Drawing,
  measure: Measure,
  names: readonly string[] | null,
): CompiledQuery<Value> {
  const { search, bucketing } = drawing
  const dialect = searchDialect(search.store)
  const bucket = bucketing ? bucketSql(search, sql.ref('c.at'), bucketing) : sql`0`
  const shown = names ? sql`c.name in (${sql.join(names.map((name) => sql`${name}`))})` : sql`1 = 1`
  const from = sql`from ${grouped(drawing)} where ${shown}`
  if (measure.metric !== 'percentile')
    return sql<Value>`select ${bucket} as bucket, c.name, ${valueSql(dialect, measure)} as value, null as latencies,
      ${unpricedSql(dialect, measure)} as unpriced ${from} group by 1, 2 having ${dialect.total(sql.ref('c.requests'))} > 0`.compile(
      search.store.db,
    )
  if (measure.field === 'latency_ms' && !drawing.isExact)
    return sql<Value>`select bucket, name, null as value,
        ${dialect.joined(histogramEntry(sql.ref('latency_bucket'), sql.ref('requests'), sql.ref('latency_ms')))} as latencies,
        null as unpriced
      from (select ${bucket} as bucket, c.name, c.latency_bucket, ${dialect.total(sql.ref('c.requests'))} as requests,
        ${dialect.total(sql.ref('c.latency_ms'))} as latency_ms ${from} group by 1, 2, 3) by_latency
      group by bucket, name having ${dialect.total(sql.ref('requests'))} > 0`.compile(search.store.db)
  return sql<Value>`select bucket, name, value, null as latencies, null as unpriced from (
      select bucket, name, value, row_number() over (partition by bucket, name order by value) as place,
        count(*) over (partition by bucket, name) as all_of_it
      from (select ${bucket} as bucket, c.name, ${column(measure.field!)} as value ${from}) plain
      where value is not null) placed
    where place = ${rankSql(measure.percent)}`.compile(search.store.db)
}

/** As `nearestRank`, of so many as `all_of_it` says. */
export function rankSql(percent: number): Sql<number> {
  const rank = sql`ceil(all_of_it * cast(${percent} as double precision) / 100)`
  return sql`case when ${rank} < 1 then 1 else ${rank} end`
}

const unpricedSql = (dialect: SearchDialect, { metric, field }: Measure): Sql<number | null> =>
  field === 'cost' && metric !== 'count' ? dialect.total(sql.ref('c.unpriced')) : sql`null`

function valueSql(dialect: SearchDialect, { metric, field }: Measure): Sql<number | null> {
  const requests = dialect.total(sql.ref('c.requests'))
  if (metric === 'count' || field === null) return requests
  switch (metric) {
    case 'sum':
      return dialect.total(field === 'cost' ? sql.ref('c.price') : column(field))
    case 'avg':
      if (field === 'cost')
        return sql`${dialect.total(sql.ref('c.price'))} / nullif(${requests} - ${dialect.total(sql.ref('c.unpriced'))}, 0)`
      return field === 'prompt_version_number'
        ? sql`avg(cast(${column(field)} as double precision))`
        : sql`${dialect.total(column(field))} / nullif(${requests}, 0)`
    case 'min':
      return sql`min(${column(field)})`
    default:
      return sql`max(${column(field)})`
  }
}
