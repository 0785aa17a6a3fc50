import { type CompiledQuery, sql } from 'kysely'
import { type TraceExpression, type TraceSort, traceSorts } from '../../../engine/analytics/traces/index.ts'
import type { Range } from '../../../engine/search/index.ts'
import { type Database, type Store, traceOfRequest } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import {
  givenPosting,
  inRanges,
  isListedScore,
  type ListedScore,
  type Position,
  type Posting,
  postingCondition,
  rangeOf,
  type Sql,
  searchDialect,
} from '../../requests/index.ts'
import { conditionOf } from '../analytics/condition-queries.ts'
import { postingsOf } from '../analytics/posting-queries.ts'
import { stateSql } from '../analytics/value-queries.ts'
import { scoreOfTrace } from './score-order-queries.ts'
import type { TraceQuery } from './trace-query.ts'

/** The last trace of a page, after which the next page starts. */
export interface TracePosition {
  readonly value: number
  readonly id: string
}

export interface FoundTrace {
  readonly trace_id: string
  readonly value: number
}

export interface TracePage {
  readonly after: TracePosition | null
  /** The request after which a walk along the requests with the words starts, so that requests of earlier pages are passed over. */
  readonly walkAfter?: Position | null
  readonly offset: number
  readonly limit: number
}

/** Where a search starts: a list that contains all matches. `isFew` means that the whole list can be fetched. */
export type TraceDriver =
  /** `walks`: the search walks along the index of the order, past traces that do not match. */
  | { readonly by: 'order'; readonly walks: boolean }
  | { readonly by: 'group'; readonly column: 'session_id' | 'user_id'; readonly ids: readonly string[] }
  | { readonly by: 'facet'; readonly posting: Posting; readonly isFew: boolean }
  | { readonly by: 'range'; readonly field: TraceSort; readonly range: Range }
  | { readonly by: 'score'; readonly test: ListedScore; readonly isFew: boolean }
  /** Traces that have the score of the order. */
  | { readonly by: 'ids'; readonly ids: readonly string[] }

/** With fewer traces, fetching and sorting is faster than walking along the order. */
const few = 1_000
/** The same limit for a range of start times, whose traces are neighbours in an index. */
const fewByStart = 5_000

/** The sort column of trace `t`; each has an index. An unknown cost is sorted below all others. */
const sortColumns: Readonly<Record<TraceSort, Sql<number>>> = {
  trace_start_time: sql`t.started_at`,
  trace_duration_ms: sql`t.duration_ms`,
  trace_total_cost_usd: sql`coalesce(t.cost, -1)`,
  trace_total_tokens: sql`t.tokens`,
}

const sortColumn = ({ workspace, sortBy, sortScore }: TraceQuery): Sql<number> =>
  sortBy === 'score' ? scoreOfTrace(workspace, sortScore!) : sortColumns[sortBy]

const sortIndexes: Readonly<Record<TraceSort, string>> = {
  trace_start_time: 'traces_by_start',
  trace_duration_ms: 'traces_by_duration',
  trace_total_cost_usd: 'traces_by_cost',
  trace_total_tokens: 'traces_by_tokens',
}

interface Sample {
  readonly list: number
  readonly traces: number
  /** The start of the last trace of the sample; null if the list has no order. */
  readonly farthest: number | null
}

/**
 * Chooses the shortest list. Among long lists, chooses the facet whose sample reaches farthest in time, because a walk
 * along it passes the fewest traces.
 */
export async function chooseTraceDriver(query: TraceQuery): Promise<TraceDriver> {
  const { store, workspace, filter, sortBy, descending, runQuery } = query
  // ClickHouse has one table in one order.
  if (store.dialect === 'clickhouse') return { by: 'order', walks: false }
  const postings = postingsOf(filter)
  const ranges = rangesOf(filter).filter(({ field }) => field !== 'trace_start_time')
  const scores = requiredScores(filter)
  if (postings.length + ranges.length + scores.length === 0) return byOrder(query)
  const direction = descending ? sql`desc` : sql`asc`
  const farthest = descending ? sql`min(started_at)` : sql`max(started_at)`
  const samples = [
    ...postings.map(
      (posting, index) => sql`select ${sql.lit(index)} as list, count(*) as traces, ${farthest} as farthest
      from (select started_at from trace_facets where ${postingCondition(workspace, posting)}
        and ${inTimes(query)} order by started_at ${direction} limit ${few}) reached`,
    ),
    ...[
      ...ranges.map((range) => sql`select 1 ${inRange(query, range)}`),
      ...scores.map((test) => scoredTraces(query, test)),
    ].map(
      (list, index) => sql`select ${sql.lit(postings.length + index)} as list, count(*) as traces,
        cast(null as double precision) as farthest from (${list} limit ${few}) reached`,
    ),
  ]
  const rows = await runQuery(sql<Sample>`${sql.join(samples, sql` union all `)}`.compile(store.db))
  const [first] = rows
    .map((sample) => ({ ...sample, list: Number(sample.list), traces: Number(sample.traces) }))
    .sort(byLength(descending))
  const posting = postings[first!.list]
  if (first!.traces < few) {
    if (posting) return { by: 'facet', posting, isFew: true }
    const range = ranges[first!.list - postings.length]
    return range
      ? { by: 'range', ...range }
      : { by: 'score', test: scores[first!.list - postings.length - ranges.length]!, isFew: true }
  }
  const isInOrder = sortBy === 'trace_start_time' && posting?.values.length === 1
  return posting && isInOrder ? { by: 'facet', posting, isFew: false } : byOrder(query)
}

/**
 * Chooses the index of the order. SQLite would read a range of starts and sort it, however long it is, so for a long
 * range the index is named.
 */
async function byOrder(query: TraceQuery): Promise<TraceDriver> {
  const { store, workspace, sortBy, sortScore, runQuery } = query
  if (sortScore) return { by: 'score', test: sortScore, isFew: false }
  if (sortBy === 'trace_start_time' || startRangesOf(query.filter).length === 0)
    return { by: 'order', walks: false }
  const [row] = await runQuery(
    sql<{ traces: number }>`select count(*) as traces from (select 1 from traces
    where workspace_id = ${workspace} and ${inTimes(query)} limit ${fewByStart}) reached`.compile(store.db),
  )
  return { by: 'order', walks: Number(row!.traces) === fewByStart }
}

const byLength =
  (descending: boolean) =>
  (a: Sample, b: Sample): number => {
    if (a.traces < few || b.traces < few) return a.traces - b.traces
    if (a.farthest === null || b.farthest === null)
      return Number(a.farthest === null) - Number(b.farthest === null)
    return (a.farthest - b.farthest) * (descending ? 1 : -1)
  }

const inRange = (
  { store, workspace }: TraceQuery,
  { field, range }: { readonly field: TraceSort; readonly range: Range },
): Sql<unknown> =>
  sql`from traces t where t.workspace_id = ${workspace} and ${rangeOf(searchDialect(store), sortColumns[field], range)}`

const scoredTraces = ({ store, workspace }: TraceQuery, test: ListedScore): Sql<unknown> =>
  givenPosting(searchDialect(store), workspace, test, 'traces')

/** A condition on the start, for lists and indexes that have the start. */
const inTimes = ({ store, filter }: TraceQuery): Sql =>
  inRanges(searchDialect(store), sql`started_at`, startRangesOf(filter))

/** Ranges of indexed numbers that contain all matches. */
function rangesOf(filter: TraceExpression): { readonly field: TraceSort; readonly range: Range }[] {
  if (filter.type === 'all') return filter.of.flatMap(rangesOf)
  if (filter.type === 'any') return filter.of.length === 1 ? rangesOf(filter.of[0]!) : []
  return filter.type === 'number' && isSort(filter.field)
    ? [{ field: filter.field, range: filter.range }]
    : []
}

/** Tests of scores that all matches pass and that an index lists. */
function requiredScores(filter: TraceExpression): ListedScore[] {
  if (filter.type === 'all') return filter.of.flatMap(requiredScores)
  if (filter.type === 'any') return filter.of.length === 1 ? requiredScores(filter.of[0]!) : []
  return isListedScore(filter) ? [filter] : []
}

const isSort = (field: string): field is TraceSort => (traceSorts as readonly string[]).includes(field)

/** The ranges of starts that the filter allows. */
export const startRangesOf = (filter: TraceExpression): Range[] =>
  rangesOf(filter).flatMap(({ field, range }) => (field === 'trace_start_time' ? [range] : []))

/** A `from` and `where` for traces `t` with a summary that the driver lists and the filter accepts. */
export function fromMatching(query: TraceQuery, driver: TraceDriver): Sql<unknown> {
  const { store, workspace } = query
  const { onTimeOf } = searchDialect(store)
  // The list of the score of the order has passed its test.
  const isTested = driver.by === 'ids' || (driver.by === 'score' && driver.test === query.sortScore)
  const filter = isTested ? query.filterBesideScore : query.filter
  const condition = sql`t.started_at is not null and ${conditionOf(query, filter)}
    ${onTimeOf ? sql`and ${onTimeOf(sql`t.trace_id`)} = 1` : sql``} ${query.isCurrent ? sql`and ${query.isCurrent}` : sql``}`
  if (driver.by === 'order') {
    const index =
      driver.walks && store.dialect === 'sqlite' && query.sortBy !== 'score'
        ? sql`indexed by ${sql.ref(sortIndexes[query.sortBy])}`
        : sql``
    return sql`from traces t ${index} where t.workspace_id = ${workspace} and ${condition}`
  }
  if (driver.by === 'group' && store.dialect === 'clickhouse')
    return sql`from traces t where t.workspace_id = ${workspace}
      and ${sql.ref(`t.${driver.column}`)} in (${sql.join(driver.ids)}) and ${condition}`
  if (driver.by === 'range') return sql`${inRange(query, driver)} and ${condition}`
  const row =
    store.dialect === 'sqlite'
      ? sql`cross join traces t on t.workspace_id = ${workspace} and t.trace_id = f.trace_id`
      : sql`cross join lateral (select * from traces where workspace_id = ${workspace}
          and trace_id = f.trace_id limit 1) t`
  return sql`from (${listedBy(query, driver)}) f ${row} where ${condition}`
}

function listedBy(
  query: TraceQuery,
  driver: Extract<TraceDriver, { by: 'facet' | 'group' | 'score' | 'ids' }>,
): Sql<unknown> {
  const { store, workspace } = query
  if (driver.by === 'ids')
    return sql`select text as trace_id from (${searchDialect(store).listOfTexts(driver.ids)}) listed`
  if (driver.by === 'group')
    return sql`select trace_id from traces where workspace_id = ${workspace}
      and ${sql.ref(driver.column)} in (${sql.join(driver.ids)})`
  if (driver.by === 'score')
    return sql`select distinct trace_id from (${scoredTraces(query, driver.test)}) scored`
  const distinct = driver.posting.values.length === 1 ? sql`` : sql`distinct`
  return sql`select ${distinct} started_at, trace_id from trace_facets
    where ${postingCondition(workspace, driver.posting)} and ${inTimes(query)}`
}

/** One page of ids in order. */
export function tracePageQuery(
  query: TraceQuery,
  driver: TraceDriver,
  { after, offset, limit }: TracePage,
): CompiledQuery<FoundTrace> {
  const { store, descending } = query
  const isListed = driver.by === 'facet' && !driver.isFew
  const value = isListed ? sql<number>`f.started_at` : sortColumn(query)
  const id = isListed ? sql`f.trace_id` : sql`t.trace_id`
  const beyond = descending ? sql`<` : sql`>`
  const direction = descending ? searchDialect(store).descending : sql`asc`
  const keyset = after
    ? sql`(${value}, ${id}) ${beyond} (${searchDialect(store).number(after.value)}, ${after.id})`
    : sql`1 = 1`
  return sql<FoundTrace>`select t.trace_id, ${value} as value ${fromMatching(query, driver)} and ${keyset}
    order by ${value} ${direction}, ${id} ${direction} limit ${limit} offset ${offset}`.compile(store.db)
}

/** The traces of `ids` that match the search, all of which have the score of its order. */
export function matchesAmong(query: TraceQuery, ids: readonly string[]): CompiledQuery<{ id: string }> {
  return sql<{
    id: string
  }>`select t.trace_id as id ${fromMatching(query, { by: 'ids', ids })}`.compile(query.store.db)
}

/** The number of matches, counted up to a limit. */
export const traceCountQuery = (
  query: TraceQuery,
  driver: TraceDriver,
  limit: number,
): CompiledQuery<{ total: number }> =>
  sql<{ total: number }>`select count(*) as total from (select 1 as one ${fromMatching(query, driver)}
    limit ${limit}) counted`.compile(query.store.db)

/** The traces of these requests that pass the filter. A trace may share a request with another one. */
export function tracesOfRequestsQuery(
  query: TraceQuery,
  requestIds: readonly number[],
): CompiledQuery<FoundTrace> {
  const { store, workspace } = query
  const { listOfIds, joinRequests } = searchDialect(store)
  return sql<FoundTrace>`select t.trace_id, ${sortColumn(query)} as value from (
      select ${traceOfRequest('r')} as trace_id from (${listOfIds(requestIds)}) f
        ${joinRequests(workspace)} where r.span_id is not null
      union select s.trace_id from (${listOfIds(requestIds)}) f
        join spans s on s.workspace_id = ${workspace} and s.shared_request_id = f.request_id) m
    cross join traces t where t.workspace_id = ${workspace} and t.trace_id = m.trace_id
      and t.started_at is not null and ${conditionOf(query)}`.compile(store.db)
}

/** The starts of the workspace's first and last trace. */
export async function startsOfTraces({ scan }: Store, workspace: WorkspaceId) {
  const { rows } = await sql<{ start: number | null; end: number | null }>`select
    (select min(started_at) from traces where workspace_id = ${workspace}) as start,
    (select max(started_at) from traces where workspace_id = ${workspace}) as "end"`.execute(scan)
  return rows[0]!
}

/** Rows of a page. */
export async function listTraces(
  db: Database,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
) {
  return db
    .selectFrom('traces')
    .select([
      'trace_id',
      'name',
      'status',
      'started_at',
      'ended_at',
      'duration_ms',
      'span_count',
      'error_count',
      'request_count',
      'cost',
      'unpriced',
      'input_tokens',
      'output_tokens',
      'session_id',
      'user_id',
      'facets',
    ])
    .select(stateSql(now).as('state'))
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', traceIds)
    .execute()
}

export type ListedTrace = Awaited<ReturnType<typeof listTraces>>[number]
