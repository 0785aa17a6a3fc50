import { sql } from 'kysely'
import { type Database, enqueue, type SpanLogRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { nameOf, pairsOf, type SpanKey } from './queries.ts'

const rowsAtOnce = 500
/** Milliseconds: exporters give a span up long before. */
const keptFor = 24 * 3_600_000

const ofSpans = (keys: readonly SpanKey[]) => sql<boolean>`(trace_id, span_id) in ${pairsOf(keys)}`

/** The digests of log records that wait for these spans, by `nameOf`. */
export async function findWaiting(tx: Tx, workspace: WorkspaceId, keys: readonly SpanKey[]) {
  const found = new Map<string, string[]>()
  for (let start = 0; start < keys.length; start += rowsAtOnce) {
    const rows = await tx
      .selectFrom('span_logs')
      .select(['trace_id', 'span_id', 'digest'])
      .where('workspace_id', '=', workspace)
      .where(ofSpans(keys.slice(start, start + rowsAtOnce)))
      .execute()
    for (const { trace_id: traceId, span_id: spanId, digest } of rows) {
      const name = nameOf({ traceId, spanId })
      found.set(name, [...(found.get(name) ?? []), digest])
    }
  }
  return found
}

/** The log records that wait for a span, as text. */
export async function waitingEvents(db: Database, workspace: WorkspaceId, { traceId, spanId }: SpanKey) {
  const rows = await db
    .selectFrom('span_logs')
    .select('event')
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .execute()
  return rows.map(({ event }) => event)
}

/** The document of a span that is there, with the digest of the span as it was sent. */
export async function storedSpan(db: Database, workspace: WorkspaceId, { traceId, spanId }: SpanKey) {
  return db
    .selectFrom('spans')
    .select(['document', 'digest', 'call', 'log_events'])
    .where('workspace_id', '=', workspace)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .executeTakeFirst()
}

/** What is there already stays. */
export async function addWaiting(tx: Tx, rows: readonly SpanLogRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await enqueue(
      tx,
      tx
        .insertInto('span_logs')
        .values(rows.slice(start, start + rowsAtOnce))
        .onConflict((conflict) => conflict.doNothing()),
    )
}

/** They are in the documents of these spans by now. */
export async function forgetWaiting(tx: Tx, workspace: WorkspaceId, keys: readonly SpanKey[]): Promise<void> {
  for (let start = 0; start < keys.length; start += rowsAtOnce)
    await enqueue(
      tx,
      tx
        .deleteFrom('span_logs')
        .where('workspace_id', '=', workspace)
        .where(ofSpans(keys.slice(start, start + rowsAtOnce))),
    )
}

/** Log records whose span did not come within a day. Twice as many as arrive, so that none are left over. */
export async function forgetOldLogs(
  tx: Tx,
  workspace: WorkspaceId,
  now: number,
  arrived: number,
): Promise<void> {
  await enqueue(
    tx,
    tx
      .deleteFrom('span_logs')
      .where('workspace_id', '=', workspace)
      .where(
        sql<boolean>`(trace_id, span_id, digest) in (select trace_id, span_id, digest from span_logs
          where workspace_id = ${workspace} and created_at <= ${now - keptFor}
          order by created_at limit ${Math.min(2 * arrived, rowsAtOnce)})`,
      ),
  )
}

/** Traces that were made to lock their ids, for which there is no span. */
export async function forgetEmptyTraces(
  tx: Tx,
  workspace: WorkspaceId,
  traceIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < traceIds.length; start += rowsAtOnce)
    await enqueue(
      tx,
      tx
        .deleteFrom('traces')
        .where('workspace_id', '=', workspace)
        .where('trace_id', 'in', traceIds.slice(start, start + rowsAtOnce))
        .where(
          sql<boolean>`not exists (select 1 from spans s where s.workspace_id = traces.workspace_id
            and s.trace_id = traces.trace_id)`,
        ),
    )
}
