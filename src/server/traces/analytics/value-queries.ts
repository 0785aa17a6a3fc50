import { sql } from 'kysely'
import type {
  TraceGroupField,
  TraceMetricField,
  TraceNumberField,
  TraceTextField,
} from '../../../engine/analytics/traces/index.ts'
import { traceOfRequest } from '../../db/index.ts'
import { countedPrice, isUnpriced, type SearchedStore, type Sql } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/**
 * The number of levels of spans of trace `t`, roots included; 0 if its spans have no root, as in a cycle. Only spans with
 * children are walked, because the others add one level to that of their parent.
 */
function depthOf({ dialect }: Pick<SearchedStore, 'dialect'>, workspace: WorkspaceId): Sql<number> {
  const inTrace = (name: string) =>
    sql`${sql.ref(name)}.workspace_id = ${workspace} and ${sql.ref(name)}.trace_id = t.trace_id`
  // PostgreSQL would join all spans of the trace for each level, because it estimates a trace at some fifty spans.
  const joinSpans = (condition: Sql<unknown>) =>
    dialect === 'sqlite'
      ? sql`cross join spans s where ${inTrace('s')} and ${condition}`
      : sql`cross join lateral (select s.span_id from spans s where ${inTrace('s')} and ${condition} offset 0) s`
  const hasChildren = sql`(select 1 from spans c where ${inTrace('c')} and c.parent_span_id = s.span_id limit 1) is not null`
  const missingParents = sql`(select parent_span_id as span_id from (select distinct c.parent_span_id from spans c
      where ${inTrace('c')} and c.parent_span_id is not null) named
    where (select 1 from spans p where ${inTrace('p')} and p.span_id = named.parent_span_id limit 1) is null)`
  return sql`(with recursive levels (span_id, level) as (
      select s.span_id, 1 from spans s where ${inTrace('s')} and s.parent_span_id is null and ${hasChildren}
      union all
      select s.span_id, 1 from ${missingParents} missing
        ${joinSpans(sql`s.parent_span_id = missing.span_id and ${hasChildren}`)}
      union all
      select s.span_id, levels.level + 1 from levels
        ${joinSpans(sql`s.parent_span_id = levels.span_id and ${hasChildren}`)})
    select case when max(level) is not null then max(level) + 1
      when exists (select 1 from spans s where ${inTrace('s')} and s.parent_span_id is null)
        or exists (select 1 from ${missingParents} missing) then 1 else 0 end from levels)`
}

type TraceField = (TraceMetricField | TraceNumberField | TraceTextField | TraceGroupField) & `trace_${string}`
type SpanField = (TraceMetricField | TraceNumberField | TraceTextField | TraceGroupField) & `span_${string}`

/** A token count of trace `t`; null if it has calls and none of them reported tokens. */
const reportedOfTrace = (count: Sql<number>): Sql<number | null> =>
  sql`(case when t.request_count = 0 or t.input_tokens + t.output_tokens > 0 then ${count} end)`

/** A token count of request `r`; null if it is not reported. */
const reportedOfRequest = (count: Sql<number>): Sql<number | null> =>
  sql`(case when r.input_tokens + r.output_tokens > 0 and (r.price_source <> 'no_usage' or ${count} > 0) then ${count} end)`

/** The columns of trace `t`. */
export const traceValues = {
  trace_id: sql`t.trace_id`,
  trace_name: sql`t.name`,
  trace_status: sql`t.status`,
  trace_start_time: sql`t.started_at`,
  trace_duration_ms: sql`t.duration_ms`,
  trace_total_cost_usd: sql`t.cost`,
  trace_total_tokens: reportedOfTrace(sql`t.input_tokens + t.output_tokens`),
  trace_input_tokens: reportedOfTrace(sql`t.input_tokens`),
  trace_output_tokens: reportedOfTrace(sql`t.output_tokens`),
  trace_span_count: sql`t.span_count`,
  trace_session_id: sql`t.session_id`,
  trace_user_id: sql`t.user_id`,
  trace_error_count: sql`t.error_count`,
} as const satisfies Partial<Record<TraceField, Sql<unknown>>>

/** True if the row of a trace has the field. */
export const isOfRow = (field: string): boolean => field in traceValues || field === 'trace_state'

export const spanEnd = sql`case when s.ended_at > s.started_at then s.ended_at else s.started_at end`

/**
 * The columns of span `s` and its request `r`. A span that has not ended has no duration; a span without a request has
 * no tokens.
 */
export const spanValues = {
  span_id: sql`s.span_id`,
  span_name: sql`s.name`,
  span_type: sql`s.type`,
  span_kind: sql`s.kind`,
  span_status: sql`s.status`,
  span_tool_name: sql`s.tool_name`,
  span_workflow_id: sql`s.workflow_id`,
  span_start_time: sql`s.started_at`,
  span_duration_ms: sql`(case when s.ended_at is null then null else ${spanEnd} - s.started_at end)`,
  span_model: sql`r.model`,
  span_prompt_id: sql`cast(r.prompt_id as text)`,
  span_cost_usd: sql`(case when r.price_source in ('given', 'computed') then ${countedPrice} end)`,
  span_tokens: sql`(case when r.input_tokens + r.output_tokens > 0 and r.price_source <> 'no_usage' then r.input_tokens + r.output_tokens end)`,
  span_input_tokens: reportedOfRequest(sql`r.input_tokens`),
  span_output_tokens: reportedOfRequest(sql`r.output_tokens`),
} as const satisfies Partial<Record<SpanField, Sql<unknown>>>

/** The number of requests of a trace or span without a known price. */
export const unpricedOf = {
  trace_total_cost_usd: sql`t.unpriced`,
  span_cost_usd: sql`(case when r.id is null then 0 else ${isUnpriced} end)`,
} as const satisfies Partial<Record<TraceMetricField, Sql<unknown>>>

/**
 * The request that was recorded from the span, or the first request that names the span. The `+` keeps SQLite from
 * scanning ids in order for the minimum.
 */
export const requestOfSpan = (workspace: WorkspaceId): Sql<unknown> =>
  sql`left join requests r on r.workspace_id = ${workspace} and r.id = coalesce(s.request_id,
    (select min(+q.id) from requests q where q.workspace_id = ${workspace} and q.span_id = s.span_id
      and q.span_id is not null and ${traceOfRequest('q')} = s.trace_id))`

/** Milliseconds after its last span in which an unfinished trace counts as live. */
const liveMilliseconds = 3_600_000

export const stateSql = (now: number): Sql<string> =>
  sql`(case when closed_at is not null then 'closed'
    when unfinished = 1 and updated_at > ${now - liveMilliseconds} then 'live' else 'ended' end)`

const columns: Readonly<Record<string, Sql<unknown>>> = { ...traceValues, ...spanValues }

/** SQL for a number or name of trace `t` or span `s`. */
export const columnNamed = (
  store: Pick<SearchedStore, 'dialect'>,
  workspace: WorkspaceId,
  field: string,
): Sql<unknown> => (field === 'trace_depth' ? depthOf(store, workspace) : columns[field]!)
