import { type CompiledQuery, sql } from 'kysely'
import type { TraceGroupSort } from '../../../engine/analytics/traces/index.ts'
import type { SortScore } from '../../../engine/search/index.ts'
import { type Sql, searchDialect } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { TraceDriver } from '../list/choose-driver-queries.ts'
import { fromMatching } from '../list/list-queries.ts'
import type { TraceQuery } from '../list/trace-query.ts'

/** The key by which traces are grouped. */
export type TraceGroupKind = 'session' | 'user'

export interface GroupPosition {
  readonly value: number
  readonly id: string
}

export interface TraceGroupRow {
  readonly id: string
  /** For a session, one of its users. */
  readonly user_id: string | null
  readonly sessions: number
  readonly first_at: number
  readonly last_at: number
  readonly traces: number
  readonly errors: number
  readonly duration: number
  readonly requests: number
  readonly cost: number | null
  readonly unpriced: number
  readonly input_tokens: number
  readonly output_tokens: number
}

const idColumns = { session: sql<string>`t.session_id`, user: sql<string>`t.user_id` } as const

/** The traces that are summed: those that a search finds, or those with these ids. */
export type SummedTraces = ({ readonly driver: TraceDriver } | { readonly traceIds: readonly string[] }) & {
  /** Only sessions with a number for this score are summed. */
  readonly scored?: SortScore | undefined
}

const matching = (
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  id: Sql<unknown> = idColumns[kind],
): Sql<unknown> => {
  const traces =
    'driver' in summed
      ? sql`${fromMatching(query, summed.driver)} and ${id} is not null`
      : sql`from traces t where t.workspace_id = ${query.workspace} and t.started_at is not null
        and ${id} is not null and t.trace_id in (${sql.join(summed.traceIds)})`
  if (!summed.scored) return traces
  return sql`${traces} and t.session_id in (select s.subject_id ${numbersOf(query.workspace, summed.scored)})`
}

/** The numbers of a score that sessions got. */
const numbersOf = (workspace: WorkspaceId, { name }: SortScore): Sql<unknown> =>
  sql`from given_scores s where s.workspace_id = ${workspace} and s.subject_type = 'session'
    and s.trace_id = '' and s.name = ${name} and s.number is not null`

function sumsOf({ store }: Pick<TraceQuery, 'store'>, kind: TraceGroupKind) {
  const { total } = searchDialect(store)
  const cost = sql<
    number | null
  >`case when sum(t.request_count) > 0 and sum(t.request_count) = sum(t.unpriced) then null
    else ${total(sql`coalesce(t.cost, 0)`)} end`
  return {
    cost,
    duration: total(sql`t.duration_ms`),
    columns: sql`${idColumns[kind]} as id, max(t.user_id) as user_id, count(distinct t.session_id) as sessions,
      min(t.started_at) as first_at, max(t.started_at) as last_at, count(*) as traces,
      sum(case t.status when 'ERROR' then 1 else 0 end) as errors, ${total(sql`t.duration_ms`)} as duration,
      sum(t.request_count) as requests, ${cost} as cost, sum(t.unpriced) as unpriced,
      sum(t.input_tokens) as input_tokens, sum(t.output_tokens) as output_tokens`,
  }
}

/** The ids of groups in the order of their traces, newest first; those with the same start by id, descending. */
export function groupWalkQuery(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  {
    after,
    skipped,
    limit,
  }: { readonly after: GroupPosition | null; readonly skipped: readonly string[]; readonly limit: number },
): CompiledQuery<GroupPosition> {
  const { store } = query
  const { number, byCodePoint, descending } = searchDialect(store)
  const id = idColumns[kind]
  const keyset = after
    ? sql`and t.started_at <= ${number(after.value)} and (t.started_at < ${number(after.value)}
        or ${byCodePoint(id)} < cast(${after.id} as text))`
    : sql``
  // With `coalesce` SQLite walks the index by start; without it, it would sort the index by group.
  const walked = matching(query, kind, summed, sql`coalesce(${id}, null)`)
  const notSkipped = skipped.length === 0 ? sql`` : sql`and ${id} not in (${sql.join(skipped)})`
  return sql<GroupPosition>`select ${id} as id, t.started_at as value
    ${walked} ${keyset} ${notSkipped}
    order by t.started_at ${descending}, ${byCodePoint(id)} desc limit ${limit}`.compile(store.db)
}

/** The sums of these groups, over the matching traces or over the traces with these ids. */
export function groupSumsQuery(
  query: TraceQuery,
  kind: TraceGroupKind,
  ids: readonly string[],
  traceIds: readonly string[] | null,
): CompiledQuery<TraceGroupRow> {
  const only = traceIds === null ? sql`` : sql`and t.trace_id in (${sql.join(traceIds)})`
  return sql<TraceGroupRow>`select ${sumsOf(query, kind).columns}
    ${fromMatching(query, { by: 'group', column: `${kind}_id`, ids })} ${only}
    group by ${idColumns[kind]}`.compile(query.store.db)
}

/** A page of groups in the order of a sum. */
export function sortedGroupsQuery(
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
  {
    sortBy,
    after,
    limit,
  }: {
    readonly sortBy: TraceGroupSort | 'score'
    readonly after: GroupPosition | null
    readonly limit: number
  },
): CompiledQuery<TraceGroupRow & { readonly value: number }> {
  const { store, descending, workspace } = query
  const { cost, duration, columns } = sumsOf(query, kind)
  const double = (value: Sql<unknown>) => sql<number>`cast(${value} as double precision)`
  const value = {
    last_trace_at: sql<number>`max(t.started_at)`,
    trace_count: double(sql`count(*)`),
    error_count: double(sql`sum(case t.status when 'ERROR' then 1 else 0 end)`),
    cost: sql<number>`coalesce(${cost}, -1)`,
    tokens: double(sql`sum(t.tokens)`),
    duration_ms: duration,
    score: summed.scored
      ? sql<number>`(select avg(s.number) ${numbersOf(workspace, summed.scored)} and s.subject_id = t.session_id)`
      : sql<number>`0`,
  }[sortBy]
  const direction = descending ? sql`desc` : sql`asc`
  const comparison = descending ? sql`<` : sql`>`
  const { number, byCodePoint } = searchDialect(store)
  const keyset = after
    ? sql`where (g.value, ${byCodePoint(sql`g.id`)}) ${comparison} (${number(after.value)}, cast(${after.id} as text))`
    : sql``
  return sql<TraceGroupRow & { readonly value: number }>`select * from (
      select ${columns}, ${value} as value ${matching(query, kind, summed)} group by ${idColumns[kind]}) g
    ${keyset} order by g.value ${direction}, ${byCodePoint(sql`g.id`)} ${direction} limit ${limit}`.compile(
    store.db,
  )
}

export const groupCountQuery = (
  query: TraceQuery,
  kind: TraceGroupKind,
  summed: SummedTraces,
): CompiledQuery<{ total: number }> =>
  sql<{
    total: number
  }>`select count(distinct ${idColumns[kind]}) as total ${matching(query, kind, summed)}`.compile(
    query.store.db,
  )

/** The next traces of a session, earliest first. */
export function turnsQuery(
  { store, workspace }: Pick<TraceQuery, 'store' | 'workspace'>,
  session: string,
  after: GroupPosition | null,
  limit: number,
): CompiledQuery<{ trace_id: string; value: number }> {
  const keyset = after
    ? sql`and (started_at, trace_id) > (${searchDialect(store).number(after.value)}, cast(${after.id} as text))`
    : sql``
  return sql<{ trace_id: string; value: number }>`select trace_id, started_at as value from traces
    where workspace_id = ${workspace} and session_id = ${session} and started_at is not null ${keyset}
    order by started_at, trace_id limit ${limit}`.compile(store.db)
}

/** The first and the last trace of each session. */
export const endTracesQuery = (
  { store, workspace }: Pick<TraceQuery, 'store' | 'workspace'>,
  sessions: readonly string[],
): CompiledQuery<{ session_id: string; first: string; last: string }> => {
  const end = (
    direction: Sql<unknown>,
  ) => sql`(select t.trace_id from traces t where t.workspace_id = ${workspace}
    and t.session_id = s.column1 and t.started_at is not null
    order by t.started_at ${direction}, t.trace_id ${direction} limit 1)`
  return sql<{ session_id: string; first: string; last: string }>`select s.column1 as session_id,
    ${end(sql`asc`)} as first, ${end(sql`desc`)} as last
    from (values ${sql.join(sessions.map((id) => sql`(cast(${id} as text))`))}) s`.compile(store.db)
}
