import { type CompiledQuery, sql } from 'kysely'
import { type Database, type Store, traceOfRequest } from '../../db/index.ts'
import { type Position, postingCondition, type Sql, searchDialect, type Total } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { conditionOf } from '../analytics/condition-queries.ts'
import { stateSql } from '../analytics/value-queries.ts'
import type { TraceDriver } from './choose-driver-queries.ts'
import { inRange, inTimes, scoredTraces, sortColumn, sortIndexes } from './sort-queries.ts'
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
  /** The total that the first page counted; null for the first page. */
  readonly total?: Total | null
  readonly offset: number
  readonly limit: number
}

/** A `from` and `where` for traces `t` with a summary that the driver lists and the filter accepts. */
export function fromMatching(query: TraceQuery, driver: TraceDriver): Sql<unknown> {
  const { store, workspace } = query
  const { onTimeOf } = searchDialect(store)
  // The list contains only traces that pass the test of the score to sort by.
  const isTested = driver.by === 'ids' || (driver.by === 'score' && driver.test === query.sortScore)
  const filter = isTested ? query.filterBesideScore : query.filter
  const condition = sql`t.started_at is not null and ${conditionOf(query, filter)}
    ${onTimeOf ? sql`and ${onTimeOf(sql`t.trace_id`)} = 1` : sql``} ${query.isCurrent ? sql`and ${query.isCurrent}` : sql``}`
  if (driver.by === 'order') {
    const index =
      driver.isWalk && store.dialect === 'sqlite' && query.sortBy !== 'score'
        ? sql`indexed by ${sql.ref(sortIndexes[query.sortBy])}`
        : sql``
    return sql`from traces t ${index} where t.workspace_id = ${workspace} and ${condition}`
  }
  if (driver.by === 'group' && store.dialect === 'clickhouse')
    return sql`from traces t where t.workspace_id = ${workspace}
      and ${sql.ref(`t.${driver.column}`)} in (${sql.join(driver.ids)}) and ${condition}`
  // `offset 0` keeps the condition out of the choice of the index. Otherwise PostgreSQL looks up each trace by its
  // id, which reads seven times the pages.
  if (driver.by === 'group' && store.dialect === 'postgres')
    return sql`from (select * from traces where workspace_id = ${workspace}
      and ${sql.ref(driver.column)} in (${sql.join(driver.ids)}) offset 0) t where ${condition}`
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
  page: TracePage,
): CompiledQuery<FoundTrace> {
  const isListed = driver.by === 'facet' && !driver.isFew
  const value = isListed ? sql<number>`f.started_at` : sortColumn(query)
  const id = isListed ? sql`f.trace_id` : sql`t.trace_id`
  const { isAfter, order } = orderOf(query, value, id, page)
  return sql<FoundTrace>`select t.trace_id, ${value} as value ${fromMatching(query, driver)} and ${isAfter}
    ${order} limit ${page.limit} offset ${page.offset}`.compile(query.store.db)
}

/** The matches among the next traces of the order, whose spans and scores are looked up one by one. */
export function nearTracesQuery(
  query: TraceQuery,
  page: TracePage,
  scanned: number,
): CompiledQuery<FoundTrace> {
  const { store, workspace } = query
  const value = sortColumn(query)
  const { isAfter, order } = orderOf(query, value, sql`t.trace_id`, page)
  const next = sql`select t.* from traces t where t.workspace_id = ${workspace} and t.started_at is not null
    and ${inTimes(query)} and ${isAfter} ${order} limit ${scanned}`
  return sql<FoundTrace>`select t.trace_id, ${value} as value from (${next}) t
    where ${conditionOf({ ...query, isOneByOne: true })} ${order} limit ${page.limit} offset ${page.offset}`.compile(
    store.db,
  )
}

/** SQL for the order of a page, and for the condition that a trace comes after the previous page. */
function orderOf(
  { store, descending }: TraceQuery,
  value: Sql<number>,
  id: Sql<unknown>,
  { after }: TracePage,
): { isAfter: Sql; order: Sql<unknown> } {
  const comparison = descending ? sql`<` : sql`>`
  const direction = descending ? searchDialect(store).descending : sql`asc`
  const isAfter = after
    ? sql<boolean>`(${value}, ${id}) ${comparison} (${searchDialect(store).number(after.value)}, ${after.id})`
    : sql<boolean>`1 = 1`
  return { isAfter, order: sql`order by ${value} ${direction}, ${id} ${direction}` }
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

/** The traces of these requests that pass the filter. Several traces may share a request. */
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
