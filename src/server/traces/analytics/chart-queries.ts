import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import type { TraceMeasure, TraceMetricField } from '../../../engine/analytics/traces/index.ts'
import { bucketSql, rankSql, type SearchedStore, type Sql, searchDialect } from '../../requests/index.ts'
import { isCost } from './relation-queries.ts'
import { type ScoredRows, scoreSql } from './score-queries.ts'

/** The input of the queries of a chart; see `countedRows`. */
export interface ChartQuery {
  readonly store: SearchedStore
  readonly rows: Sql<unknown>
  /** Number of columns with groups. */
  readonly groups: number
  /** The subjects of the scores. */
  readonly scored: ScoredRows
  /** SQL for the bucket of a row; null if the chart has no buckets. */
  readonly bucket: Sql<number> | null
}

/** A chart with more values is refused. */
export const maxValues = 20_000

export interface ChartValue {
  readonly bucket: number
  readonly value: number | null
  /** For costs, the number of requests without a known price. */
  readonly unpriced: number | null
  /** For scores, the number of rows that have the score. */
  readonly scored: number | null
  readonly g0?: string
  readonly g1?: string
}

export const timeBucket = (store: SearchedStore, bucketing: Bucketing): Sql<number> =>
  bucketSql({ store }, sql`c.at`, bucketing)

/** SQL for the bucket number of a value. It is a double, because it may be too large for an integer. */
export const valueBucket = (field: TraceMetricField, width: number): Sql<number> =>
  sql`floor(cast(${sql.ref(`c.${field}`)} as double precision) / cast(${width} as double precision))`

const groupRef = (index: number): Sql<string> => sql.ref(`c.g${index}`)
const groupRefs = (groups: number): Sql<string>[] =>
  Array.from({ length: groups }, (_, index) => groupRef(index))

/** The largest combinations of groups, ordered by the measure, or by the number of rows for a percentile. */
export function largestQuery(
  query: ChartQuery,
  indexes: readonly number[],
  measure: TraceMeasure,
  limit: number,
): CompiledQuery<Record<string, string>> {
  const { store, rows } = query
  const { byCodePoint } = searchDialect(store)
  const names = indexes.map(groupRef)
  const size = measure.metric === 'percentile' ? sql`count(*)` : valueSql(query, measure)
  const nameColumns = indexes.map((_, index) => sql.ref(`n${index}`))
  const namedColumns = names.map((name, index) => sql`${name} as ${nameColumns[index]!}`)
  return sql<Record<string, string>>`select ${sql.join(nameColumns)} from (
      select ${sql.join(namedColumns)}, ${size} as size from ${rows} group by ${sql.join(names)}) sizes
    order by case when size is null then 1 else 0 end, size desc, ${sql.join(nameColumns.map((name) => byCodePoint(name as Sql<string>)))}
    limit ${limit}`.compile(store.db)
}

/** Limits rows to these names. `index` is the number of the column with the groups. */
export type GroupLimits = readonly { readonly index: number; readonly names: readonly string[] }[]

/** A measure by bucket and groups. */
export function measureQuery(
  query: ChartQuery,
  measure: TraceMeasure,
  limits: GroupLimits,
): CompiledQuery<ChartValue> {
  const { store, rows, groups, bucket } = query
  const names = groupRefs(groups)
  const dimensions = [bucket ?? sql`0`, ...names]
  const columns = dimensions.map((dimension, index) =>
    index === 0 ? sql`${dimension} as bucket` : sql`${dimension} as ${sql.ref(`g${index - 1}`)}`,
  )
  const limitConditions = limits.map(({ index, names }) =>
    names.length === 0 ? sql`1 = 0` : sql`${groupRef(index)} in (${sql.join(names)})`,
  )
  // A row without a value is in no bucket.
  const hasBucket = bucket ? sql`${bucket} is not null` : sql`1 = 1`
  const from = sql`from ${rows} where ${sql.join([hasBucket, ...limitConditions], sql` and `)}`
  const columnNumbers = sql.join(dimensions.map((_, index) => sql.lit(index + 1)))
  if (measure.metric !== 'percentile')
    return sql<ChartValue>`select ${sql.join(columns)}, ${valueSql(query, measure)} as value,
      ${unpricedSql(store, measure)} as unpriced, ${scoredSql(query, measure)} as scored ${from}
      group by ${columnNumbers} limit ${maxValues + 1}`.compile(store.db)
  const groupColumns = sql.join([sql.ref('bucket'), ...names.map((_, index) => sql.ref(`g${index}`))])
  return sql<ChartValue>`select ${groupColumns}, value, null as unpriced,
      ${measure.field === 'score' ? sql.ref('value_count') : sql`null`} as scored from (
      select ${groupColumns}, value, row_number() over (partition by ${groupColumns} order by value) as position,
        count(*) over (partition by ${groupColumns}) as value_count
      from (select ${sql.join(columns)}, ${numberSql(query, measure)} as value ${from}) plain where value is not null) ranked
    where position = ${rankSql(measure.percent)} limit ${maxValues + 1}`.compile(store.db)
}

const numberSql = ({ scored }: ChartQuery, { field, score }: TraceMeasure): Sql<number> =>
  field === 'score' ? scoreSql(scored, score!) : sql.ref(`c.${field}`)

const scoredSql = (query: ChartQuery, measure: TraceMeasure): Sql<number | null> =>
  measure.field === 'score' ? sql`count(${numberSql(query, measure)})` : sql`null`

const unpricedSql = (store: SearchedStore, { metric, field }: TraceMeasure): Sql<number | null> =>
  isCost(field) && metric !== 'count' ? searchDialect(store).total(sql.ref('c.unpriced')) : sql`null`

function valueSql(query: ChartQuery, measure: TraceMeasure): Sql<number | null> {
  const { total } = searchDialect(query.store)
  const number = numberSql(query, measure)
  switch (measure.metric) {
    case 'sum':
      return total(number)
    case 'avg':
      return sql`avg(cast(${number} as double precision))`
    case 'min':
      return sql`cast(min(${number}) as double precision)`
    case 'max':
      return sql`cast(max(${number}) as double precision)`
    default:
      return sql`count(*)`
  }
}

interface FieldRange {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** The minimum and maximum of a column. */
export const extentQuery = ({ store, rows }: Pick<ChartQuery, 'store' | 'rows'>, column: string) =>
  sql<FieldRange>`select ${extreme(sql`min`, column)} as minimum, ${extreme(sql`max`, column)} as maximum from ${rows}`.compile(
    store.db,
  )

/** ClickHouse's minimum of no rows is 0. */
const extreme = (aggregate: Sql<unknown>, column: string): Sql<number | null> =>
  sql`case when count(*) = 0 then null else cast(${aggregate}(${sql.ref(`c.${column}`)}) as double precision) end`
