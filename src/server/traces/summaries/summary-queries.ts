import { sql } from 'kysely'
import type { SummedRequest, SummedSpan } from '../../../engine/traces/index.ts'
import {
  type FacetColumns,
  prepared,
  queryTogether,
  requestFacets,
  type Store,
  type Tx,
} from '../../db/index.ts'
import { countedPrice, kindNumber } from '../../requests/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { requestOfSpan } from '../analytics/value-queries.ts'
import type { SpanPosition } from '../page-queries.ts'

/** The row of a trace before it is summed up again. */
export interface SummarisedTrace {
  readonly trace_id: string
  readonly started_at: number | null
  readonly stated: string | null
  readonly facets: string
  readonly due_at: number | null
}

interface SpanWithRequest {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_span_id: string | null
  readonly name: string
  readonly status: string
  readonly started_at: number
  readonly ended_at: number | null
  readonly tool_name: string | null
  readonly request_id: number | null
  /** The start of a request that only names the span; null if it was recorded from the span. */
  readonly names_span_at: number | null
  readonly model: string
  readonly price: number | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly facets: string
  readonly tags: string
  readonly metadata: string
}

const spanColumns = sql`s.trace_id, s.span_id, s.parent_span_id, s.name, s.status, s.started_at, s.ended_at, s.tool_name,
  r.id as request_id, case when s.request_id is null then r.started_at end as names_span_at, r.model,
  case when r.price_source in ('given', 'computed') then ${countedPrice} end as price, r.input_tokens, r.output_tokens, r.facets, r.tags, r.metadata`

export const summarisedColumns = ['trace_id', 'started_at', 'stated', 'facets', 'due_at'] as const

/** The rows of these traces, and at most `limit` of all their spans. */
export async function loadTraces(
  tx: Tx,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  limit: number,
): Promise<{ readonly traces: readonly SummarisedTrace[]; readonly spans: readonly SpanWithRequest[] }> {
  const spans = sql<SpanWithRequest>`select ${spanColumns} from spans s ${requestOfSpan(workspace)}
    where s.workspace_id = ${workspace} and s.trace_id in (${sql.join(traceIds)}) limit ${limit}`
  const [summaries, all] = await queryTogether(tx, [
    tx
      .selectFrom('traces')
      .select(summarisedColumns)
      .where('workspace_id', '=', workspace)
      .where('trace_id', 'in', traceIds),
    { compile: () => spans.compile(tx) },
  ])
  return { traces: summaries.rows, spans: all.rows }
}

/** The next spans of one trace with their requests. */
export async function loadSpans(
  { scan }: Store,
  workspace: WorkspaceId,
  traceId: string,
  after: SpanPosition | null,
  limit: number,
): Promise<SpanWithRequest[]> {
  const from = after
    ? sql`and s.started_at >= ${after.startedAt} and (s.started_at > ${after.startedAt} or s.span_id > ${after.spanId})`
    : sql``
  const { rows } = await sql<SpanWithRequest>`select ${spanColumns} from (
      select * from spans s where s.workspace_id = ${workspace} and s.trace_id = ${traceId} ${from}
      order by s.started_at, s.span_id limit ${limit}) s ${requestOfSpan(workspace)}
    order by s.started_at, s.span_id`.execute(scan)
  return rows
}

export const spanOf = (row: SpanWithRequest): SummedSpan => ({
  spanId: row.span_id,
  parentId: row.parent_span_id,
  name: row.name,
  status: row.status,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  toolName: row.tool_name,
})

export function requestOf(
  row: FacetColumns &
    Pick<
      SpanWithRequest,
      'request_id' | 'names_span_at' | 'model' | 'price' | 'input_tokens' | 'output_tokens'
    >,
): SummedRequest | null {
  if (row.request_id === null) return null
  const facets = requestFacets.read(row)
  return {
    id: row.request_id,
    namesSpanAt: row.names_span_at,
    model: row.model,
    price: row.price,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    tags: facets.flatMap(([kind, , value]) => (kind === kindNumber('tags') ? [value] : [])),
    metadata: facets.flatMap(([kind, key, value]) => (kind === kindNumber('metadata') ? [[key, value]] : [])),
  }
}

export interface SummaryValues extends Record<string, unknown> {
  readonly workspace: number
  readonly trace: string
  readonly started_at: number
  readonly ended_at: number
  readonly duration_ms: number
  readonly name: string
  readonly status: string
  readonly span_count: number
  readonly error_count: number
  readonly unfinished: number
  readonly request_count: number
  readonly cost: number | null
  readonly unpriced: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly tokens: number
  readonly session_id: string | null
  readonly user_id: string | null
  readonly stated: string
  readonly facets: string
}

export const setSummary = prepared<SummaryValues>((db, slot) =>
  db
    .updateTable('traces')
    .set({
      started_at: slot('started_at'),
      ended_at: slot('ended_at'),
      duration_ms: slot('duration_ms'),
      name: slot('name'),
      status: slot('status'),
      span_count: slot('span_count'),
      error_count: slot('error_count'),
      unfinished: slot('unfinished'),
      request_count: slot('request_count'),
      cost: slot('cost'),
      unpriced: slot('unpriced'),
      input_tokens: slot('input_tokens'),
      output_tokens: slot('output_tokens'),
      tokens: slot('tokens'),
      session_id: slot('session_id'),
      user_id: slot('user_id'),
      stated: slot('stated'),
      facets: slot('facets'),
      due_at: null,
    })
    .where('workspace_id', '=', slot('workspace'))
    .where('trace_id', '=', slot('trace')),
)
