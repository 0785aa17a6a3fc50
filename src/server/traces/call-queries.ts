import { sql } from 'kysely'
import { changeRows, enqueueCompiled, queryTogether, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { frameOf, pairsOf, type SpanKey } from './queries.ts'

/** Milliseconds. A span with the same response id is found if it starts at most this long before the earliest call. */
export const maxCallMilliseconds = 3_600_000
/** Maximum rows of a query. Real calls have few related spans, but some local servers use one response id for all answers. */
const maxRelatedSpans = 2_000

export interface CallKeys extends SpanKey {
  readonly parentSpanId: string | null
  readonly responseId: string | null
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * Locks response ids until the transaction ends, because two traces with spans of the same call may arrive at once.
 * Lock order: traces, media, response ids. SQLite has one writer and needs no lock.
 */
export async function lockResponses(
  { db, dialect }: Store,
  tx: Tx,
  workspace: WorkspaceId,
  ids: readonly string[],
) {
  if (dialect === 'sqlite' || ids.length === 0) return
  await enqueueCompiled(
    tx,
    sql`select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(id, ${workspace}) as key from unnest(${ids}::text[]) as ids (id) order by 1
    ) keys`.compile(db),
  )
}

/** Finds stored spans that may report the same calls: parents, children, and spans with the same response ids. */
export async function findRelatedSpans(tx: Tx, workspace: WorkspaceId, calls: readonly CallKeys[]) {
  const parents = calls.flatMap(({ traceId, parentSpanId }) =>
    parentSpanId === null ? [] : [{ traceId, spanId: parentSpanId }],
  )
  const ids = [...new Set(calls.flatMap(({ responseId }) => responseId ?? []))]
  const from = Math.min(...calls.map(({ startedAt }) => startedAt)) - maxCallMilliseconds
  const to = Math.max(...calls.map(({ endedAt }) => endedAt))
  const query = () =>
    tx
      .selectFrom('spans')
      .select([
        'trace_id',
        'span_id',
        'parent_span_id',
        'started_at',
        'ended_at',
        'request_id',
        'shared_request_id',
        'call',
        'response_id',
      ])
      .where('workspace_id', '=', workspace)
      .where('call', 'is not', null)
      .limit(maxRelatedSpans)
  const results = await queryTogether(tx, [
    query().where(sql<boolean>`(trace_id, parent_span_id) in ${pairsOf(calls)}`),
    ...(parents.length > 0 ? [query().where(sql<boolean>`(trace_id, span_id) in ${pairsOf(parents)}`)] : []),
    ...(ids.length > 0
      ? [
          query()
            .where('response_id', 'in', ids)
            .where('started_at', '>=', from)
            .where('started_at', '<=', to),
        ]
      : []),
  ])
  return results.flatMap(({ rows }) => rows)
}

/** Makes a span share the request of another span of the same call. The span's document moves from the payload to the span. */
export async function shareRequest(
  { dialect }: Store,
  tx: Tx,
  workspace: WorkspaceId,
  { traceId, spanId }: SpanKey,
  request: number,
) {
  await changeRows(
    tx,
    'spans',
    { workspace_id: workspace, trace_id: traceId, span_id: spanId },
    { request_id: null, shared_request_id: request, packed: frameOf(dialect) },
  )
}

/** Moves the spans that share a merged request to the request that remains. */
export const moveSharers = (tx: Tx, workspace: WorkspaceId, merged: number, remaining: number) =>
  changeRows(
    tx,
    'spans',
    { workspace_id: workspace, shared_request_id: merged },
    { shared_request_id: remaining },
  )
