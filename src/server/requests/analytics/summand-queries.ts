import { sql } from 'kysely'
import {
  type Bucketing,
  holdsWholeHours,
  isCalendarMonth,
  type Source,
  type Span,
  shiftsOf,
  sourceOf,
} from '../../../engine/analytics/index.ts'
import { callTimeFields, narrowQuery, type SearchQuery } from '../../../engine/search/index.ts'
import { countedPrice, hourSums, isHalfCounted, isUncounted, isUnpriced } from '../hour-queries.ts'
import { fromArrivals } from '../search/arrival-queries.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { conditionOf } from '../search/condition-queries.ts'
import { searchDialect } from '../search/dialect.ts'
import { facetColumnsOf } from '../search/facet-list-queries.ts'
import { fromMatching, matchingRequests } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import type { SearchDialect, Sql } from '../search/search-dialect-queries.ts'

/** The query sorted by cost, which avoids the order of time that sums do not need. */
export const withoutTimeOrder = (query: SearchQuery): SearchQuery => ({ ...query, sortBy: 'cost' })

/** Number of requests in the sample for breakdowns by tag, key and tool. Percentiles over fewer requests are exact. */
export const sampleSize = 20_000

/** The columns that overviews and charts add up. */
export const summedColumns = [...hourSums, 'uncounted'] as const
export type SummedColumn = (typeof summedColumns)[number]

/** The columns that breakdowns add up. */
export const requestSums = [
  'requests',
  'errors',
  'price',
  'unpriced',
  'uncounted',
  'input_tokens',
  'output_tokens',
] as const

/** Number of failed requests in summand `c`. */
export const errorCount = sql<number>`case when c.status = 'ERROR' then c.requests else 0 end`

/** Chooses the source of summands. Hourly sums can answer if each hour lies in one bucket. */
export const sourceFor = ({ store, query }: Pick<Search, 'store' | 'query'>, bucketing: Bucketing): Source =>
  store.dialect !== 'clickhouse' && holdsWholeHours(bucketing) ? sourceOf(query) : { from: 'requests' }

/**
 * SQL for rows with `at`, provider, model, prompt_id, source, status, error_type, latency_bucket and the summed columns.
 * `uncounted` is 0 in hours.
 */
export function summandsOf(search: Search, source: Source, driver: Driver): Sql<unknown> {
  if (source.from === 'requests') return requestSummands(search, driver)
  return sql.join(
    [
      hourSummands(search, source),
      ...pendingSummands(search, source.hours),
      ...edgesOf(search.query, source.hours).map((query) => edgeSummands({ ...search, query })),
    ],
    sql` union all `,
  )
}

/** `summandsOf` with a row for each request of the hours that has no token counts. */
export function summandsWithUncounted(search: Search, source: Source, driver: Driver): Sql<unknown> {
  const summands = summandsOf(search, source, driver)
  return source.from === 'requests'
    ? summands
    : sql`${summands} union all ${uncountedSummands(search, source)}`
}

const edgeSummands = (search: Search): Sql<unknown> => requestSummands(search, { by: 'time' })

/** The parts of a query before the first and after the last whole hour. */
function edgesOf(query: SearchQuery, { start, end }: Span): SearchQuery[] {
  return [
    ...(start === null ? [] : [within(query, { start: null, end: start })]),
    ...(end === null ? [] : [within(query, { start: end, end: null })]),
  ]
}

const within = (query: SearchQuery, { start, end }: Span): SearchQuery =>
  narrowQuery(query, { from: start, to: end, includesFrom: true, includesTo: false })

/** Requests that are not indexed yet, which the hourly sums lack. */
const pendingSummands = (search: Search, hours: Span): Sql<unknown>[] =>
  search.hasArrivals
    ? [summandsFrom(search, fromArrivals({ ...search, query: within(search.query, hours) }))]
    : []

export const requestSummands = (search: Search, driver: Driver): Sql<unknown> =>
  summandsFrom(search, fromMatching(search, driver))

/** Only the newest matching requests. */
export const newestSummands = (search: Search, driver: Driver, limit: number): Sql<unknown> =>
  summandsFrom(search, sql`from (${matchingRequests(search, driver, limit)}) r`)

const summandsFrom = ({ store }: Search, from: Sql<unknown>): Sql<unknown> =>
  sql`select r.started_at as at, r.provider, r.model, r.prompt_id, r.feature as source, r.status, r.error_type,
    r.latency_bucket, 1 as requests, r.input_tokens, r.output_tokens,
    ${countedPrice} as price, r.latency_ms, r.cached_tokens, r.thinking_tokens,
    r.turn_count as turns, r.tool_call_count as tool_calls,
    case when r.span_id is null then 0 else 1 end as traced,
    case when r.output_shape = 'json' then 1 else 0 end as json_outputs,
    case when r.output_shape = 'tool_call' then 1 else 0 end as tool_call_outputs, ${isUnpriced} as unpriced, ${isUncounted} as uncounted,
    ${isHalfCounted} as half_counted, r.id, r.prompt_version_number, r.prompt_label, ${facetColumnsOf(searchDialect(store))},
    ${sql.join(callTimeFields.map((field) => sql.ref(`r.${field}`)))}
    ${from}`

function hourSummands(
  { store, workspace }: Search,
  { filter, hours }: Extract<Source, { from: 'hours' }>,
): Sql<unknown> {
  const dialect = searchDialect(store)
  const bounds = [sql`workspace_id = ${workspace}`]
  if (hours.start !== null) bounds.push(sql`hour >= ${hours.start / 3_600_000}`)
  if (hours.end !== null) bounds.push(sql`hour < ${hours.end / 3_600_000}`)
  return sql`select cast(r.hour as double precision) * 3600000 as at, r.provider, r.model, r.prompt_id, r.feature as source,
    r.status, r.error_type, r.latency_bucket, ${sql.join(hourSums.map((column) => sql.ref(`r.${column}`)))},
    0 as uncounted, ${lackedByHours(dialect)}
    from (select hour, provider, model, nullif(prompt_id, 0) as prompt_id, source as feature, status, latency_bucket,
      nullif(error_type, '') as error_type, ${sql.join(hourSums.map((column) => sql.ref(column)))}
      from request_hours where ${sql.join(bounds, sql` and `)}) r
    where ${conditionOf(dialect, workspace, filter)} ${onTimeBy(dialect, sql`r.hour`)}`
}

const onTimeBy = ({ onTimeOf }: SearchDialect, column: Sql<unknown>): Sql<unknown> =>
  onTimeOf ? sql`and ${onTimeOf(column)} = 1` : sql``

/** The requests of the hours without token counts. Requests that are not indexed yet are among the other summands. */
function uncountedSummands(
  { store, workspace, hasArrivals }: Search,
  { filter, hours }: Extract<Source, { from: 'hours' }>,
): Sql<unknown> {
  const dialect = searchDialect(store)
  const bounds = [sql`r.workspace_id = ${workspace}`]
  if (hours.start !== null) bounds.push(sql`r.started_at >= ${dialect.number(hours.start)}`)
  if (hours.end !== null) bounds.push(sql`r.started_at < ${dialect.number(hours.end)}`)
  const isIndexed = hasArrivals
    ? sql`and not exists (select 1 from request_arrivals a where a.request_id = r.id)`
    : sql``
  const index = store.dialect === 'sqlite' ? sql`indexed by requests_uncounted` : sql``
  return sql`select r.started_at as at, r.provider, r.model, r.prompt_id, r.feature as source, r.status, r.error_type,
    r.latency_bucket, ${sql.join(hourSums.map((column) => sql`0 as ${sql.ref(column)}`))},
    1 as uncounted, ${lackedByHours(dialect)}
    from requests r ${index} where ${sql.join(bounds, sql` and `)} and r.input_tokens = 0 and r.output_tokens = 0
      and ${isUncounted} = 1 ${isIndexed} and ${conditionOf(dialect, workspace, filter)} ${onTimeBy(dialect, sql`r.started_at`)}`
}

/** Columns of requests that hours lack. */
const lackedByHours = (dialect: SearchDialect): Sql<unknown> =>
  sql`0 as half_counted, null as id, null as prompt_version_number, null as prompt_label,
    ${sql.join(dialect.facetColumns.map((column) => sql`null as ${sql.ref(column)}`))},
    ${sql.join(callTimeFields.map((field) => sql`null as ${sql.ref(field)}`))}`

/** One histogram entry in the format of `readHistogram`. */
export const histogramEntry = (key: Sql<unknown>, count: Sql<unknown>, sum: Sql<unknown>): Sql<string> =>
  sql`${key} || ':' || ${count} || ':' || ${sum}`

/** SQL for the bucket number of a time. */
export function bucketSql(
  search: Pick<Search, 'store'>,
  time: Sql<number>,
  bucketing: Bucketing,
): Sql<number> {
  const shifts = shiftsOf(bucketing)
  const dialect = searchDialect(search.store)
  const local = sql<number>`${time} + ${shiftSql(time, shifts)}`
  if (isCalendarMonth(bucketing.interval)) return dialect.month(local)
  return dialect.floor(sql`(${local}) / ${double(bucketing.interval.milliseconds)}`)
}

function shiftSql(time: Sql<number>, shifts: ReturnType<typeof shiftsOf>): Sql<number> {
  const [first, ...later] = shifts
  if (later.length === 0) return double(first!.milliseconds)
  const cases = later
    .toReversed()
    .map(({ from, milliseconds }) => sql`when ${time} >= ${double(from)} then ${double(milliseconds)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${double(first!.milliseconds)} end`
}

/** A literal, because the engines guess the types of parameters. */
const double = (number: number): Sql<number> => sql.raw(`cast(${number.toFixed(1)} as double precision)`)
