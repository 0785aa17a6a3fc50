import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import { kindNumber } from '../facet-entries.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { searchDialect } from '../search/dialect.ts'
import { isOneOf } from '../search/facet-list-queries.ts'
import type { Search } from '../search/search.ts'
import type { Sql } from '../search/search-dialect-queries.ts'
import {
  columnsOfFacet,
  costKind,
  countedKinds,
  type FacetRow,
  type OverviewRow,
  overviewParts,
  rankedFacets,
  summedOnce,
  sumsOf,
} from './overview-queries.ts'
import { histogramEntry, summedColumns } from './summand-queries.ts'

/** The limit of a part that lists all values. */
const unlimited = 2 ** 32 - 1

/**
 * `overviewQuery` for ClickHouse, which would run a `with` query again for each mention. So each sum is repeated once
 * for each part that it counts in (decision 229).
 */
export function overviewOfClickHouse(
  search: Search,
  summands: Sql<unknown>,
  bucketing: Bucketing,
): CompiledQuery<OverviewRow> {
  const { joined } = searchDialect(search.store)
  const parts = overviewParts.map(
    ({ part, column, isOverTime, maxValues }) =>
      sql`(${sql.lit(part)}, cast(${sql.ref(`sums.${column}`)} as Nullable(String)),
        ${isOverTime ? sql.ref('sums.bucket') : sql`toInt64(0)`}, ${sql.lit(maxValues ?? unlimited)})`,
  )
  const partOf = (index: 1 | 2 | 3 | 4) => sql`tupleElement(each, ${sql.lit(index)})`
  const byLatency = sql`select ${partOf(1)} as part, ${partOf(2)} as name, ${partOf(3)} as at, ${partOf(4)} as most,
      latency_bucket, ${sumsOf(search, 'sums')}
    from (${summedOnce(search, summands, bucketing)}) sums array join [${sql.join(parts)}] as each
    where isNotNull(${partOf(2)}) group by 1, 2, 3, 4, latency_bucket`
  const byPart = sql`select part, at as bucket, name, most, ${sumsOf(search, 'by_latency')},
      ${joined(histogramEntry(sql.ref('latency_bucket'), sql.ref('by_latency.requests'), sql.ref('by_latency.latency_ms')))} as latencies
    from (${byLatency}) by_latency group by part, at, name, most`
  const withTotal = sql`select *, sum(requests) over (partition by part, name) as all_requests from (${byPart})`
  const ranked = sql`select *, dense_rank() over (partition by part order by all_requests desc, name) as position
    from (${withTotal})`
  return sql<OverviewRow>`select part, bucket, name, ${sql.join(summedColumns.map((column) => sql.ref(column)))}, latencies
    from (${ranked}) where position <= most`.compile(search.store.db)
}

/** `facetsQuery` for ClickHouse, reading each request once. */
export function facetsOfClickHouse(
  search: Search,
  driver: Driver,
  costKey: string | null,
  limit: number,
): CompiledQuery<FacetRow> {
  // The kind, key and value of a facet.
  const [kind, key, value] = [sql<number>`toUInt8(parts[1])`, sql`parts[2]`, sql`parts[3]`]
  const facets = sql`arrayMap(facet -> splitByChar('\\0', facet), r.facets)`
  const isByValue = isOneOf(kind, countedKinds.byValue)
  const counted = sql`arrayMap(parts -> (${kind}, if(${isByValue}, ${value}, ${key})),
    arrayFilter(parts -> ${isByValue} or ${isOneOf(kind, countedKinds.byKey)}, ${facets}))`
  const costs =
    costKey === null
      ? sql``
      : sql`, arrayMap(parts -> (toUInt8(${costKind}), ${value}),
          arrayFilter(parts -> ${kind} = ${kindNumber('metadata')} and ${key} = ${costKey}, ${facets}))`
  return rankedFacets(
    search,
    driver,
    sql`select tupleElement(each, 1) as kind, tupleElement(each, 2) as name, ${columnsOfFacet}
      from newest r array join arrayDistinct(arrayConcat(${counted}${costs})) as each`,
    limit,
  ).compile(search.store.db)
}
