import { sql } from 'kysely'
import { chunksOf, type Database, enqueue, type SpanLogRow, type Store, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { frameOf, mapKeyOf, pairsOf, type SpanKey } from './queries.ts'

const rowsPerStatement = 500
/** Milliseconds that a log record is stored without its span. Exporters give up on a span after minutes. */
const lifetime = 24 * 3_600_000

const ofSpans = (keys: readonly SpanKey[]) => sql<boolean>`(trace_id, span_id) in ${pairsOf(keys)}`

/** The digests of log records that arrived before these spans, by `mapKeyOf`. */
export async function findPending(tx: Tx, workspace: WorkspaceId, keys: readonly SpanKey[]) {
  const digestsBySpan = new Map<string, string[]>()
  for (const chunk of chunksOf(keys, rowsPerStatement)) {
    const rows = await tx
      .selectFrom('span_logs')
      .select(['trace_id', 'span_id', 'digest'])
      .where('workspace_id', '=', workspace)
      .where(ofSpans(chunk))
      .execute()
    for (const { trace_id: traceId, span_id: spanId, digest } of rows) {
      const name = mapKeyOf({ traceId, spanId })
      const digests = digestsBySpan.get(name) ?? []
      digests.push(digest)
      digestsBySpan.set(name, digests)
    }
  }
  return digestsBySpan
}

/** The log records that arrived before a span, as JSON texts in the order of their arrival. */
export async function pendingEvents(db: Database, workspace: WorkspaceId, { traceId, spanId }: SpanKey) {
  const rows = await db
    .selectFrom('span_logs')
    .select('event')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ event }) => event)
}

export async function storedSpan(
  { db, dialect }: Store,
  workspace: WorkspaceId,
  { traceId, spanId }: SpanKey,
) {
  return db
    .selectFrom('spans')
    .select(['document', frameOf(dialect).as('frame'), 'digest', 'call', 'log_events'])
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .executeTakeFirst()
}

/** Stores log records until their spans arrive. */
export async function addPending(tx: Tx, rows: readonly SpanLogRow[]): Promise<void> {
  for (const chunk of chunksOf(rows, rowsPerStatement))
    await enqueue(
      tx,
      tx
        .insertInto('span_logs')
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing()),
    )
}

/** Call this when the documents of these spans contain the log records. */
export async function deletePending(tx: Tx, workspace: WorkspaceId, keys: readonly SpanKey[]): Promise<void> {
  for (const chunk of chunksOf(keys, rowsPerStatement))
    await enqueue(tx, tx.deleteFrom('span_logs').where('workspace_id', '=', workspace).where(ofSpans(chunk)))
}

/** Deletes expired log records, twice as many as were added, so that few remain. */
export async function deleteExpiredLogs(
  tx: Tx,
  workspace: WorkspaceId,
  now: number,
  added: number,
): Promise<void> {
  await enqueue(
    tx,
    tx
      .deleteFrom('span_logs')
      .where('workspace_id', '=', workspace)
      .where(
        sql<boolean>`(trace_id, span_id, digest) in (select trace_id, span_id, digest from span_logs
          where workspace_id = ${workspace} and created_at <= ${now - lifetime}
          order by created_at limit ${Math.min(2 * added, rowsPerStatement)})`,
      ),
  )
}

/** Deletes traces that `lockTraces` inserted for log records and that have no spans. */
export async function deleteEmptyTraces(
  tx: Tx,
  workspace: WorkspaceId,
  traceIds: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(traceIds, rowsPerStatement))
    await enqueue(
      tx,
      tx
        .deleteFrom('traces')
        .where('workspace_id', '=', workspace)
        .where('trace_id', 'in', chunk)
        .where(
          sql<boolean>`not exists (select 1 from spans s where s.workspace_id = traces.workspace_id
            and s.trace_id = traces.trace_id)`,
        ),
    )
}
