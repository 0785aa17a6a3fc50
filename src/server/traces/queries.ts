import { type CompiledQuery, sql } from 'kysely'
import {
  changeRows,
  chunksOf,
  type Database,
  enqueue,
  enqueueCompiled,
  type SpanRow,
  type Store,
  selectOne,
  type Tx,
  wholePayload,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { KnownSpan } from './span-change.ts'

/** Maximum rows of a statement, because both engines limit its parameters. */
const rowsPerStatement = 500

/**
 * Inserts missing traces, and locks all of them until the transaction ends. The ids must be sorted, to avoid deadlocks.
 * Returns the ids of closed traces.
 */
export async function lockTraces(
  tx: Tx,
  workspace: WorkspaceId,
  traceIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const closed = new Set<string>()
  for (const chunk of chunksOf(traceIds)) {
    const rows = await tx
      .insertInto('traces')
      .values(
        chunk.map((trace_id) => ({
          workspace_id: workspace,
          trace_id,
          closure_id: null,
          closed_at: null,
          created_at: now,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'trace_id'])
          .doUpdateSet({ updated_at: sql<number>`coalesce(traces.closed_at, excluded.updated_at)` }),
      )
      .returning(['trace_id', 'closed_at'])
      .execute()
    for (const row of rows) if (row.closed_at !== null) closed.add(row.trace_id)
  }
  return closed
}

export interface SpanKey {
  readonly traceId: string
  readonly spanId: string
}

/** The stored state of these spans, by `mapKeyOf`. */
export async function findKnownSpans(
  tx: Tx,
  workspace: WorkspaceId,
  keys: readonly SpanKey[],
): Promise<Map<string, KnownSpan>> {
  const known = new Map<string, KnownSpan>()
  for (const chunk of chunksOf(keys, rowsPerStatement)) {
    const rows = await knownSpans(tx, workspace, chunk).execute()
    for (const { trace_id: traceId, span_id: spanId, ...row } of rows)
      known.set(mapKeyOf({ traceId, spanId }), row)
  }
  return known
}

export const knownSpans = (db: Database | Tx, workspace: WorkspaceId, keys: readonly SpanKey[]) =>
  db
    .selectFrom('spans')
    .select(['trace_id', 'span_id', 'digest', 'ended_at', 'request_id', 'shared_request_id', 'log_events'])
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`(trace_id, span_id) in ${pairsOf(keys)}`)

/** A `values` list with trace_id and span_id. */
export const pairsOf = (keys: readonly SpanKey[]) =>
  sql`(values ${sql.join(keys.map(({ traceId, spanId }) => sql`(${traceId}, ${spanId})`))})`

/** The key of a span in maps. Ids contain no NUL. */
export const mapKeyOf = ({ traceId, spanId }: SpanKey): string => `${traceId}\u0000${spanId}`

/** SQL for the frame with the document of a row of `spans` on SQLite; null if `document` holds it. */
export const frameOf = (dialect: Store['dialect']) =>
  dialect === 'postgres'
    ? sql<null>`null`
    : sql<Uint8Array | null>`case when document = '' then coalesce(packed, (select ${sql.raw(wholePayload)}
        from request_payloads p where p.workspace_id = spans.workspace_id and p.request_id = spans.request_id)) end`

/** Inserts or replaces spans. */
export async function putSpans(tx: Tx, rows: readonly SpanRow[]): Promise<void> {
  for (const chunk of chunksOf(rows, rowsPerStatement)) {
    const insert = tx
      .insertInto('spans')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'trace_id', 'span_id']).doUpdateSet((eb) => ({
          parent_span_id: eb.ref('excluded.parent_span_id'),
          name: eb.ref('excluded.name'),
          kind: eb.ref('excluded.kind'),
          status: eb.ref('excluded.status'),
          started_at: eb.ref('excluded.started_at'),
          ended_at: eb.ref('excluded.ended_at'),
          request_id: eb.ref('excluded.request_id'),
          attribute_style: eb.ref('excluded.attribute_style'),
          type: eb.ref('excluded.type'),
          tool_name: eb.ref('excluded.tool_name'),
          workflow_id: eb.ref('excluded.workflow_id'),
          document: eb.ref('excluded.document'),
          packed: eb.ref('excluded.packed'),
          size: eb.ref('excluded.size'),
          digest: eb.ref('excluded.digest'),
          call: eb.ref('excluded.call'),
          response_id: eb.ref('excluded.response_id'),
          shared_request_id: eb.ref('excluded.shared_request_id'),
          log_events: eb.ref('excluded.log_events'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
    await enqueue(tx, insert)
  }
}

export async function enqueueStatements(tx: Tx, statements: readonly CompiledQuery[]): Promise<void> {
  for (const statement of statements) await enqueueCompiled(tx, statement)
}

export async function findTrace(db: Database | Tx, workspace: WorkspaceId, traceId: string) {
  return selectOne(db, 'traces', { workspace_id: workspace, trace_id: traceId }, ['trace_id', 'closed_at'])
}

/** Closes a trace; true if it was open. */
export const closeOpenTrace = async (
  tx: Tx,
  workspace: WorkspaceId,
  traceId: string,
  closureId: string,
  now: number,
): Promise<boolean> =>
  (await changeRows(
    tx,
    'traces',
    { workspace_id: workspace, trace_id: traceId, closed_at: null },
    { closure_id: closureId, closed_at: now, updated_at: now },
  )) > 0
