import { type CompiledQuery, sql } from 'kysely'
import type { Bucketing } from '../../../engine/analytics/index.ts'
import { countedPrice, isUncounted, isUnpriced } from '../hour-queries.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { searchDialect } from '../search/dialect.ts'
import { facetColumnsOf, listOfKind } from '../search/facet-list-queries.ts'
import { matchingRequests, newestFirst } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import type { FacetList, Sql } from '../search/search-dialect-queries.ts'
import { bucketSql, histogramEntry, type SummedColumn, summedColumns } from './summand-queries.ts'

/** Maximum items of a list, and of the series over time, so that the response stays readable. */
const maxListed = 50
const maxOverTime = 20

/** The parts of an overview. A name with a dot is a total over all time. */
export type OverviewPart =
  | 'status'
  | 'model'
  | 'provider'
  | 'prompt'
  | 'all.model'
  | 'all.provider'
  | 'all.prompt'
  | 'all.error'

export interface OverviewRow extends Record<SummedColumn, number> {
  readonly part: OverviewPart
  readonly bucket: number
  readonly name: string
  /** A histogram in the format of `readHistogram`. */
  readonly latencies: string
}

interface Part {
  readonly part: OverviewPart
  readonly column: string
  readonly isOverTime: boolean
  /** Maximum number of values, those with the most requests; null: all values. */
  readonly maxValues: number | null
}

export const overviewParts: readonly Part[] = [
  { part: 'status', column: 'status', isOverTime: true, maxValues: null },
  { part: 'model', column: 'model', isOverTime: true, maxValues: maxOverTime },
  { part: 'provider', column: 'provider', isOverTime: true, maxValues: maxOverTime },
  { part: 'prompt', column: 'prompt_id', isOverTime: true, maxValues: maxOverTime },
  { part: 'all.model', column: 'model', isOverTime: false, maxValues: maxListed },
  { part: 'all.provider', column: 'provider', isOverTime: false, maxValues: maxListed },
  { part: 'all.prompt', column: 'prompt_id', isOverTime: false, maxValues: maxListed },
  { part: 'all.error', column: 'error_type', isOverTime: false, maxValues: maxListed },
]

/** Computes all sums of an overview in one pass over the summands. */
export const overviewQuery = (
  search: Search,
  summands: Sql<unknown>,
  bucketing: Bucketing,
): CompiledQuery<OverviewRow> => overviewSql(search, summands, bucketing).compile(search.store.db)

export function overviewSql(search: Search, summands: Sql<unknown>, bucketing: Bucketing): Sql<OverviewRow> {
  const { total, joined, byCodePoint } = searchDialect(search.store)
  const sums = (of: string) => sumsOf(search, of)
  const partQuery = ({ part, column, isOverTime, maxValues }: Part): Sql<unknown> => {
    const bucket = isOverTime ? sql.ref('bucket') : sql`0`
    const value = sql<string>`cast(${sql.ref(column)} as text)`
    const isLargest = isOverTime && maxValues !== null ? largest(column, maxValues) : sql<boolean>`1 = 1`
    const list = sql`select cast(${sql.lit(part)} as text) as part, bucket, name, ${sums('by_latency')},
      ${joined(histogramEntry(sql.ref('latency_bucket'), sql.ref('by_latency.requests'), sql.ref('by_latency.latency_ms')))} as latencies
      from (select ${bucket} as bucket, ${value} as name, latency_bucket, ${sums('sums')} from sums
        where ${sql.ref(column)} is not null and ${isLargest} group by 1, 2, 3) by_latency
      group by bucket, name having ${total(sql.ref('by_latency.requests'))} > 0`
    return isOverTime
      ? list
      : sql`select * from (${list} order by ${total(sql.ref('by_latency.requests'))} desc, ${byCodePoint(sql.ref('name'))}
          limit ${maxValues}) listed`
  }
  const largest = (column: string, maxValues: number): Sql => {
    const ref = sql.ref(column)
    return sql`${ref} in (select ${ref} from sums where ${ref} is not null group by ${ref}
      order by ${total(sql.ref('requests'))} desc, ${byCodePoint(sql`cast(${ref} as text)`)} limit ${maxValues})`
  }
  return sql<OverviewRow>`with sums as materialized (${summedOnce(search, summands, bucketing)})
    ${sql.join(
      overviewParts.map((part) => sql`select * from (${partQuery(part)}) part`),
      sql` union all `,
    )}`
}

/** SQL that adds up each summed column of a relation. */
export function sumsOf({ store }: Search, relation: string): Sql<unknown> {
  const { total } = searchDialect(store)
  return sql.join(
    summedColumns.map((column) => sql`${total(sql.ref(`${relation}.${column}`))} as ${sql.ref(column)}`),
  )
}

/** SQL for the summands by bucket, dimension and latency. */
export function summedOnce(search: Search, summands: Sql<unknown>, bucketing: Bucketing): Sql<unknown> {
  const dimensions = sql`provider, model, prompt_id, status, error_type, latency_bucket`
  return sql`select ${bucketSql(search, sql.ref('c.at'), bucketing)} as bucket, ${dimensions}, ${sumsOf(search, 'c')}
    from (${summands}) c group by 1, ${dimensions}`
}

export interface Extent {
  readonly start: number | null
  readonly end: number | null
}

/** Start times of the workspace's first and last request. */
export const extentQuery = ({
  store,
  workspace,
}: Pick<Search, 'store' | 'workspace'>): CompiledQuery<Extent> =>
  sql<Extent>`select (select min(started_at) from requests where workspace_id = ${workspace}) as start,
    (select max(started_at) from requests where workspace_id = ${workspace}) as "end"`.compile(store.db)

export interface FacetRow {
  readonly kind: number
  readonly name: string
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly price: number
  readonly unpriced: number
  readonly uncounted: number
  readonly latency_ms: number
  readonly least_ms: number
  readonly most_ms: number
}

const newest = (search: Search, driver: Driver, columns: Sql<unknown>, limit: number): Sql<unknown> =>
  sql`select ${columns} from (${matchingRequests(search, driver, limit)}) r order by ${newestFirst(search)}`

/** A number that no kind has, for the values of the metadata key by which costs are broken down. */
export const costKind = 0

/** The kinds of facets whose values are counted, and those whose keys are counted. */
export const countedKinds = { byValue: ['tags', 'tool_names'], byKey: ['metadata', 'output'] } as const
export const columnsOfFacet = sql`r.id, r.price, r.unpriced, r.uncounted, r.input_tokens, r.output_tokens, r.latency_ms`

/** Counts tags, tools, metadata keys, output keys and the values of one key, over the newest matching requests. */
export const facetsQuery = (search: Search, driver: Driver, costKey: string | null, limit: number) =>
  facetsSql(search, driver, costKey, limit).compile(search.store.db)

export function facetsSql(
  search: Search,
  driver: Driver,
  costKey: string | null,
  limit: number,
): Sql<FacetRow> {
  const { facetsOf, joinFacets } = searchDialect(search.store)
  const from = (list: FacetList) =>
    sql`${columnsOfFacet} from newest r ${joinFacets(list)} where ${list.isOfKind}`
  const byValue = facetsOf(countedKinds.byValue).map(
    (list) => sql`select ${list.facet.kind} as kind, ${list.facet.value} as name, ${from(list)}`,
  )
  const byKey = facetsOf(countedKinds.byKey).map(
    (list) => sql`select distinct ${list.facet.kind} as kind, ${list.facet.key} as name, ${from(list)}`,
  )
  const metadata = listOfKind(facetsOf, 'metadata')
  const costs = sql`select distinct ${sql.lit(costKind)} as kind, ${metadata.facet.value} as name, ${from(metadata)}
    and ${metadata.facet.key} = ${costKey}`
  const facets = sql.join([...byValue, ...byKey, ...(costKey === null ? [] : [costs])], sql` union all `)
  return rankedFacets(search, driver, facets, limit)
}

/** Sums of the most frequent names of each kind. `facets` has kind, name and `columnsOfFacet` for each facet of `newest`. */
export function rankedFacets(
  search: Search,
  driver: Driver,
  facets: Sql<unknown>,
  limit: number,
): Sql<FacetRow> {
  const dialect = searchDialect(search.store)
  const { total, byCodePoint } = dialect
  const columns = sql`r.id, ${facetColumnsOf(dialect)}, ${countedPrice} as price, ${isUnpriced} as unpriced,
    ${isUncounted} as uncounted, r.input_tokens, r.output_tokens, r.latency_ms`
  return sql<FacetRow>`with newest as materialized (${newest(search, driver, columns, limit)}),
    facets as (${facets}),
    ranked as (
      select kind, name, count(*) as requests, ${total(sql.ref('input_tokens'))} as input_tokens,
        ${total(sql.ref('output_tokens'))} as output_tokens, ${total(sql.ref('price'))} as price,
        ${total(sql.ref('unpriced'))} as unpriced, ${total(sql.ref('uncounted'))} as uncounted,
        ${total(sql.ref('latency_ms'))} as latency_ms, min(latency_ms) as least_ms, max(latency_ms) as most_ms,
        row_number() over (partition by kind order by count(*) desc, ${byCodePoint(sql.ref('name'))}) as position
      from facets group by kind, name)
    select kind, name, requests, input_tokens, output_tokens, price, unpriced, uncounted, latency_ms, least_ms, most_ms
    from ranked where position <= ${maxListed} order by kind, position`
}

export interface ToolCallRow {
  readonly bucket: number
  readonly tool_calls: number
  readonly requests: number
}

/** The distribution of tool calls over the newest matching requests. */
export const toolCallsQuery = (search: Search, driver: Driver, bucketing: Bucketing, limit: number) =>
  toolCallsSql(search, driver, bucketing, limit).compile(search.store.db)

export function toolCallsSql(
  search: Search,
  driver: Driver,
  bucketing: Bucketing,
  limit: number,
): Sql<ToolCallRow> {
  const columns = sql`r.started_at, r.tool_call_count`
  return sql<ToolCallRow>`select ${bucketSql(search, sql.ref('newest.started_at'), bucketing)} as bucket,
    tool_call_count as tool_calls, count(*) as requests
    from (${newest(search, driver, columns, limit)}) newest group by 1, 2`
}

export interface LatencyRow {
  readonly bucket: number
  readonly provider: string
  readonly model: string
  readonly prompt_id: number | null
  /** Milliseconds, separated by commas. */
  readonly latencies: string
}

/** The latencies of the newest matching requests. */
export const latenciesQuery = (search: Search, driver: Driver, bucketing: Bucketing, limit: number) =>
  latenciesSql(search, driver, bucketing, limit).compile(search.store.db)

export function latenciesSql(
  search: Search,
  driver: Driver,
  bucketing: Bucketing,
  limit: number,
): Sql<LatencyRow> {
  const { joined } = searchDialect(search.store)
  const columns = sql`r.started_at, r.provider, r.model, r.prompt_id, r.latency_ms`
  return sql<LatencyRow>`select ${bucketSql(search, sql.ref('newest.started_at'), bucketing)} as bucket,
    provider, model, prompt_id, ${joined(sql`latency_ms || ''`)} as latencies
    from (${newest(search, driver, columns, limit)}) newest group by 1, provider, model, prompt_id`
}
