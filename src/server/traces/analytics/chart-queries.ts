import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import type { TraceMeasure, TraceMetricField } from '../../../engine/analytics/traces/index.ts'
import type { Store } from '../../db/index.ts'
import { bucketSql, rankSql, type Sql, searchDialect } from '../../requests/index.ts'
import { isCost } from './relation-queries.ts'

/** What a chart is drawn from: see `countedRows`. */
export interface Drawing {
  readonly store: Store
  readonly rows: Sql<unknown>
  /** How many groups the rows tell. */
  readonly groups: number
  /** How the rows are put into buckets; null for none. */
  readonly bucket: Sql<number> | null
}

/** More than anybody looks at: a chart of so many is refused. */
export const mostRows = 20_000

export interface Drawn {
  readonly bucket: number
  readonly value: number | null
  /** Of costs: how many requests have no known price. */
  readonly unpriced: number | null
  readonly g0?: string
  readonly g1?: string
}

export const timeBucket = (store: Store, bucketing: Bucketing): Sql<number> =>
  bucketSql({ store }, sql`c.at`, bucketing)

/** Of a number, by how often a width goes into it: a double, for it may be more often than integers count. */
export const valueBucket = (field: TraceMetricField, width: number): Sql<number> =>
  sql`floor(cast(${sql.ref(`c.${field}`)} as double precision) / cast(${width} as double precision))`

const groupRef = (place: number): Sql<string> => sql.ref(`c.g${place}`)
const groupRefs = (groups: number): Sql<string>[] =>
  Array.from({ length: groups }, (_, place) => groupRef(place))

/** The largest values of some groups taken together: by the measure where it orders them, else by how many rows. */
export function largestQuery(
  { store, rows }: Drawing,
  places: readonly number[],
  measure: TraceMeasure,
  limit: number,
): CompiledQuery<Record<string, string>> {
  const { byCodePoint } = searchDialect(store)
  const names = places.map(groupRef)
  const size = measure.metric === 'percentile' ? sql`count(*)` : valueSql(store, measure)
  const shown = places.map((_, index) => sql.ref(`n${index}`))
  const named = names.map((name, index) => sql`${name} as ${shown[index]!}`)
  return sql<Record<string, string>>`select ${sql.join(shown)} from (
      select ${sql.join(named)}, ${size} as size from ${rows} group by ${sql.join(names)}) sizes
    order by case when size is null then 1 else 0 end, size desc, ${sql.join(shown.map((name) => byCodePoint(name as Sql<string>)))}
    limit ${limit}`.compile(store.db)
}

/** Only rows of these groups; a name stands for the place of its group. */
export type Wanted = readonly { readonly place: number; readonly names: readonly string[] }[]

/** A measure by bucket and groups. */
export function measureQuery(
  { store, rows, groups, bucket }: Drawing,
  measure: TraceMeasure,
  wanted: Wanted,
): CompiledQuery<Drawn> {
  const names = groupRefs(groups)
  const dimensions = [bucket ?? sql`0`, ...names]
  const columns = dimensions.map((dimension, place) =>
    place === 0 ? sql`${dimension} as bucket` : sql`${dimension} as ${sql.ref(`g${place - 1}`)}`,
  )
  const only = wanted.map(({ place, names }) =>
    names.length === 0 ? sql`1 = 0` : sql`${groupRef(place)} in (${sql.join(names)})`,
  )
  // What has no value is in no bucket.
  const isSomewhere = bucket ? sql`${bucket} is not null` : sql`1 = 1`
  const from = sql`from ${rows} where ${sql.join([isSomewhere, ...only], sql` and `)}`
  const numbers = sql.join(dimensions.map((_, place) => sql.lit(place + 1)))
  if (measure.metric !== 'percentile')
    return sql<Drawn>`select ${sql.join(columns)}, ${valueSql(store, measure)} as value,
      ${unpricedSql(store, measure)} as unpriced ${from}
      group by ${numbers} limit ${mostRows + 1}`.compile(store.db)
  const outer = sql.join([sql.ref('bucket'), ...names.map((_, place) => sql.ref(`g${place}`))])
  return sql<Drawn>`select ${outer}, value, null as unpriced from (
      select ${outer}, value, row_number() over (partition by ${outer} order by value) as position,
        count(*) over (partition by ${outer}) as value_count
      from (select ${sql.join(columns)}, ${numberRef(measure)} as value ${from}) plain where value is not null) ranked
    where position = ${rankSql(measure.percent)} limit ${mostRows + 1}`.compile(store.db)
}

const numberRef = ({ field }: TraceMeasure): Sql<number> => sql.ref(`c.${field}`)

const unpricedSql = (store: Store, { metric, field }: TraceMeasure): Sql<number | null> =>
  isCost(field) && metric !== 'count' ? searchDialect(store).total(sql.ref('c.unpriced')) : sql`null`

function valueSql(store: Store, measure: TraceMeasure): Sql<number | null> {
  const { total } = searchDialect(store)
  switch (measure.metric) {
    case 'sum':
      return total(numberRef(measure))
    case 'avg':
      return sql`avg(cast(${numberRef(measure)} as double precision))`
    case 'min':
      return sql`cast(min(${numberRef(measure)}) as double precision)`
    case 'max':
      return sql`cast(max(${numberRef(measure)}) as double precision)`
    default:
      return sql`count(*)`
  }
}

interface Extent {
  readonly least: number | null
  readonly most: number | null
}

/** The least and the largest value of a column. */
export const extentQuery = ({ store, rows }: Pick<Drawing, 'store' | 'rows'>, column: string) =>
  sql<Extent>`select cast(min(${sql.ref(`c.${column}`)}) as double precision) as least,
    cast(max(${sql.ref(`c.${column}`)}) as double precision) as most from ${rows}`.compile(store.db)
