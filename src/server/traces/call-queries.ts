import { sql } from 'kysely'
import { enqueueCompiled, type Store, type Tx, together } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { pairsOf, type SpanKey } from './queries.ts'

/** Milliseconds: no call is looked for that began longer before another ended. */
const longestCall = 3_600_000
/** Of calls with one response id around one time there are as many as instrumentations. */
const mostRelatives = 2_000

export interface CallKeys extends SpanKey {
  readonly parentSpanId: string | null
  readonly responseId: string | null
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * Locks the ids of answers until the transaction ends: spans of one call may arrive together in two traces. The
 * embedded engine has one writer. Traces are locked before.
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

/** Stored spans that may report the same calls: around them, within them, or with their response ids. */
export async function findRelatives(tx: Tx, workspace: WorkspaceId, calls: readonly CallKeys[]) {
  const parents = calls.flatMap(({ traceId, parentSpanId }) =>
    parentSpanId === null ? [] : [{ traceId, spanId: parentSpanId }],
  )
  const ids = [...new Set(calls.flatMap(({ responseId }) => responseId ?? []))]
  const from = Math.min(...calls.map(({ startedAt }) => startedAt)) - longestCall
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
      ])
      .where('workspace_id', '=', workspace)
      .where('call', 'is not', null)
  const results = await together(tx, [
    query().where(sql<boolean>`(trace_id, parent_span_id) in ${pairsOf(calls)}`),
    ...(parents.length > 0 ? [query().where(sql<boolean>`(trace_id, span_id) in ${pairsOf(parents)}`)] : []),
    ...(ids.length > 0
      ? [
          query()
            .where('response_id', 'in', ids)
            .where('started_at', '>=', from)
            .where('started_at', '<=', to)
            .limit(mostRelatives),
        ]
      : []),
  ])
  return results.flatMap(({ rows }) => rows)
}

/** The span shares the request from now on. */
export async function shareRequest(
  tx: Tx,
  workspace: WorkspaceId,
  { traceId, spanId }: SpanKey,
  request: number,
) {
  await tx
    .updateTable('spans')
    .set({ request_id: null, shared_request_id: request })
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .execute()
}

/** Spans that share a request which is forgotten share the one that stays. */
export async function moveSharers(tx: Tx, workspace: WorkspaceId, gone: number, kept: number) {
  await tx
    .updateTable('spans')
    .set({ shared_request_id: kept })
    .where('workspace_id', '=', workspace)
    .where('shared_request_id', '=', gone)
    .execute()
}
