import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { SummedRequest, SummedSpan, TraceFacet } from '../../../engine/traces/index.ts'
import {
  type Database,
  enqueueCompiled,
  type FacetColumns,
  prepared,
  queryTogether,
  requestFacets,
  type Store,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { countedPrice, kindNumber } from '../../requests/index.ts'
import { requestOfSpan } from '../analytics/value-queries.ts'
import type { SpanPosition } from '../page-queries.ts'
import { facetNumbers, type StoredFacet } from './facet-numbers.ts'

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
  readonly model: string
  readonly price: number | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly facets: string
  readonly tags: string
  readonly metadata: string
}

const spanColumns = sql`s.trace_id, s.span_id, s.parent_span_id, s.name, s.status, s.started_at, s.ended_at, s.tool_name,
  r.id as request_id, r.model, case when r.price_source in ('given', 'computed') then ${countedPrice} end as price,
  r.input_tokens, r.output_tokens, r.facets, r.tags, r.metadata`

const summarisedColumns = ['trace_id', 'started_at', 'stated', 'facets', 'due_at'] as const

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
    Pick<SpanWithRequest, 'request_id' | 'model' | 'price' | 'input_tokens' | 'output_tokens'>,
): SummedRequest | null {
  if (row.request_id === null) return null
  const facets = requestFacets.read(row)
  return {
    id: row.request_id,
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

/** A facet of a trace, as an item of the JSON lists below. */
export type FacetOfTrace = readonly [traceId: string, ...StoredFacet]

/** Call this before the start of the traces changes, because their facets are found by the start. */
export function deleteFacets(
  store: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): CompiledQuery[] {
  if (facets.length === 0) return []
  const rows = facetRows(store, workspace, facets)
  const matches = sql`g.workspace_id = f.workspace_id and g.kind = f.kind and g.key = f.key and g.value = f.value
    and g.started_at = f.started_at and g.trace_id = f.trace_id`
  const query =
    store.dialect === 'sqlite'
      ? sql`delete from trace_facets where (workspace_id, kind, key, value, started_at, trace_id) in (${rows})`
      : sql`delete from trace_facets f using (${rows}) g where ${matches}`
  return [query.compile(store.db)]
}

export function insertFacets(
  store: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): CompiledQuery[] {
  if (facets.length === 0) return []
  const query = sql`insert into trace_facets (workspace_id, kind, key, value, started_at, trace_id)
    ${facetRows(store, workspace, facets)} on conflict do nothing`
  return [query.compile(store.db)]
}

/** The start is read from the row of the trace, because a double in JSON may lose its last bit on SQLite. */
const facetRows = (
  { dialect }: Store,
  workspace: WorkspaceId,
  facets: readonly FacetOfTrace[],
): RawBuilder<unknown> => {
  const json = JSON.stringify(facets)
  return dialect === 'sqlite'
    ? sql`select t.workspace_id, e.value ->> 1, e.value ->> 2, e.value ->> 3, t.started_at, t.trace_id
        from json_each(${json}) e cross join traces t on t.workspace_id = ${workspace} and t.trace_id = e.value ->> 0
        where t.started_at is not null`
    : sql`select t.workspace_id, (e.value ->> 1)::smallint as kind, e.value ->> 2 as key, e.value ->> 3 as value,
          t.started_at, t.trace_id
        from jsonb_array_elements(${json}::jsonb) e cross join lateral (
          select * from traces where workspace_id = ${workspace} and trace_id = e.value ->> 0 offset 0) t
        where t.started_at is not null`
}

/** Marks traces for the summariser. A mark only grows, so that a mark that is set again during the work is noticed. */
export async function markDue(
  tx: Tx,
  workspace: WorkspaceId,
  marks: readonly { readonly traceId: string; readonly stated: string | null }[],
  now: number,
): Promise<void> {
  for (const { traceId, stated } of marks)
    await enqueueCompiled(
      tx,
      tx
        .updateTable('traces')
        .set({ stated, due_at: grownMark(now) })
        .where('workspace_id', '=', workspace)
        .where('trace_id', '=', traceId)
        .compile(),
    )
}

/**
 * Marks traces that this transaction has not locked, because their calls now belong to spans of other traces. On
 * PostgreSQL a locked trace is left out: the transaction that has locked it may wait for this one, and sums the trace
 * up itself.
 */
export async function markOthers(
  tx: Tx,
  { dialect }: Pick<Store, 'dialect'>,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
): Promise<void> {
  if (traceIds.length === 0) return
  const marked = tx
    .selectFrom('traces')
    .select('trace_id')
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', traceIds)
  await tx
    .updateTable('traces')
    .set({ due_at: grownMark(now) })
    .where('workspace_id', '=', workspace)
    .where('trace_id', 'in', dialect === 'sqlite' ? marked : marked.forUpdate().skipLocked())
    .execute()
}

const grownMark = (now: number) => sql<number>`case when due_at >= ${now} then due_at + 1 else ${now} end`

export interface DueTrace extends SummarisedTrace {
  readonly workspace_id: number
  readonly due_at: number
}

/** The traces that were marked last (`desc`) or first (`asc`). */
export async function dueTraces(db: Database, order: 'asc' | 'desc', limit: number): Promise<DueTrace[]> {
  const rows = await db
    .selectFrom('traces')
    .select(['workspace_id', ...summarisedColumns])
    .where('due_at', 'is not', null)
    .orderBy('due_at', order)
    .orderBy('workspace_id', order)
    .orderBy('trace_id', order)
    .limit(limit)
    .execute()
  return rows as DueTrace[]
}

/** Locks a trace if its mark is unchanged. */
export async function lockDue(tx: Tx, { workspace_id, trace_id, due_at }: DueTrace): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('traces')
    .set((eb) => ({ due_at: eb.ref('due_at') }))
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .where('due_at', '=', due_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the mark of a trace without spans. Its first span marks it again. */
export async function forgetMark(tx: Tx, { workspace_id, trace_id }: DueTrace): Promise<void> {
  await enqueueCompiled(
    tx,
    tx
      .updateTable('traces')
      .set({ due_at: null })
      .where('workspace_id', '=', workspace_id)
      .where('trace_id', '=', trace_id)
      .compile(),
  )
}

export const storedFacets = (facets: readonly TraceFacet[]): StoredFacet[] =>
  facets.map(([kind, key, value]) => [facetNumbers[kind], key, value])

/** Deletes the facets of a trace that will be deleted. */
export async function deleteAllFacets(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
): Promise<void> {
  const trace = await tx
    .selectFrom('traces')
    .select('facets')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .executeTakeFirst()
  const facets = JSON.parse(trace?.facets ?? '[]') as StoredFacet[]
  for (const statement of deleteFacets(
    store,
    workspace,
    facets.map((facet) => [traceId, ...facet]),
  ))
    await enqueueCompiled(tx, statement)
}
