import { sql } from 'kysely'
import { lockMedia } from '../bodies/index.ts'
import { deleteRows, enqueueCompiled, type Store, type Tx, traceOfRequest } from '../db/index.ts'
import type { Sql } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { removeScoresOfSession, removeScoresOfTrace } from './scores/queries.ts'
import { deleteAllFacets } from './summaries/facet-queries.ts'

/** Maximum spans deleted in one step, which takes the writer a few milliseconds. */
const spansPerBatch = 200

/**
 * A condition: a request that fulfils `isRemaining` was recorded from a span of trace `t`, or names such a span.
 * Without `offset 0`, PostgreSQL reads the spans and requests of all traces.
 */
const hasRequest = ({ dialect }: Store, workspace: WorkspaceId, isRemaining: Sql) =>
  sql.join(
    [sql`r.id = s.request_id`, sql`r.span_id = s.span_id and ${traceOfRequest('r')} = t.trace_id`].map(
      (isOfSpan) => sql`exists (select 1 from spans s cross join requests r
        where s.workspace_id = ${workspace} and s.trace_id = t.trace_id and r.workspace_id = ${workspace}
          and ${isOfSpan} and ${isRemaining} ${dialect === 'postgres' ? sql`offset 0` : sql``})`,
    ),
    sql` or `,
  )

/** Finds traces to which nothing was added since `before`, and which have no requests. */
export async function findQuietTraces(store: Store, workspace: WorkspaceId, before: number, limit: number) {
  const { rows } = await quietTracesQuery(store, workspace, before, limit).execute(store.scan)
  return rows.map(({ trace_id }) => trace_id)
}

export const quietTracesQuery = (store: Store, workspace: WorkspaceId, before: number, limit: number) =>
  sql<{ trace_id: string }>`select t.trace_id from traces t
    where t.workspace_id = ${workspace} and t.updated_at < ${before}
      and not (${hasRequest(store, workspace, sql`1 = 1`)})
    order by t.updated_at, t.trace_id limit ${limit}`

/** As `findQuietTraces`, for a preview. Requests that the same rules would delete are ignored. */
export const countOldTracesQuery = (store: Store, workspace: WorkspaceId, before: number, isExpired: Sql) =>
  sql<{ count: number }>`select count(*) as count from traces t
    where t.workspace_id = ${workspace} and t.updated_at < ${before}
      and not (${hasRequest(store, workspace, sql`not ${isExpired}`)})`.compile(store.db)

interface DeletedSpans {
  readonly spans: number
  /** Scores of the session that were deleted with its last trace. */
  readonly sessionScores: number
  readonly isDone: boolean
}

/** Deletes some spans of a trace. The trace is deleted with its last span. */
export async function deleteSpans(
  tx: Tx,
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
  before: number,
): Promise<DeletedSpans> {
  const trace = await tx
    .updateTable('traces')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('updated_at', '<', before)
    .returning(['trace_id', 'session_id'])
    .executeTakeFirst()
  // The trace got further spans in the meantime.
  if (!trace) return { spans: 0, sessionScores: 0, isDone: true }
  const spans = await tx
    .selectFrom('spans')
    .select('span_id')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .orderBy('started_at')
    .limit(spansPerBatch)
    .execute()
  const spanKeys = spans.map(({ span_id: spanId }) => ({ traceId, spanId }))
  for (const statement of lockMedia(store, workspace, { spans: spanKeys }))
    await enqueueCompiled(tx, statement)
  if (spans.length > 0)
    await tx
      .deleteFrom('spans')
      .where('workspace_id', '=', workspace)
      .where('trace_id', '=', traceId)
      .where(
        'span_id',
        'in',
        spans.map(({ span_id }) => span_id),
      )
      .execute()
  if (spans.length === spansPerBatch) return { spans: spans.length, sessionScores: 0, isDone: false }
  await deleteRows(tx, 'span_logs', { workspace_id: workspace, trace_id: traceId })
  await deleteAllFacets(tx, store, workspace, traceId)
  await removeScoresOfTrace(tx, workspace, traceId)
  await deleteRows(tx, 'traces', { workspace_id: workspace, trace_id: traceId })
  const { session_id: session } = trace
  const sessionScores = session === null ? 0 : await removeScoresOfSession(tx, workspace, session)
  return { spans: spans.length, sessionScores, isDone: true }
}
