import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { SpanRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type RecordWorld, replaceRequest, storable } from '../requests/index.ts'
import { millisecondsOf } from './document.ts'
import { type Fate, fateOf, type KnownSpan } from './fate.ts'
import type { PreparedSpan } from './prepare-span.ts'
import { closeOpenTrace, execute, findKnownSpans, lockTraces, nameOf, putSpans } from './queries.ts'

export interface StoreOptions {
  readonly closeAfter: boolean
  /** What spans of closed traces do: refuse the whole call, or be left out. */
  readonly onClosed: 'refuse' | 'leave-out'
}

export interface StoredSpan {
  readonly prepared: PreparedSpan
  readonly requestId: number | null
}

export interface Outcome {
  readonly stored: readonly StoredSpan[]
  readonly leftOut: readonly PreparedSpan[]
}

/** Writes the spans and the requests they are as one unit. A span that is there already is written over, never twice. */
export async function storeSpans(
  context: Context,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome> {
  if (spans.length === 0) return { stored: [], leftOut: [] }
  // Before: a transaction must not wait for another connection.
  const world: RecordWorld = { ...context, prices: await context.prices.settled(workspace) }
  return context.store.transact(async (tx) => {
    const traceIds = [...new Set(spans.map(({ span }) => span.traceId))].sort()
    const closed = await lockTraces(tx, workspace, traceIds, context.now())
    if (closed.size > 0 && options.onClosed === 'refuse') throw closedTraces(closed)
    const open = spans.filter(({ span }) => !closed.has(span.traceId))
    const stored = await storeOpen(tx, world, workspace, firstOfEach(open))
    if (options.closeAfter)
      for (const traceId of traceIds)
        if (!closed.has(traceId)) await closeOpenTrace(tx, workspace, traceId, randomUUIDv7(), context.now())
    return { stored, leftOut: spans.filter(({ span }) => closed.has(span.traceId)) }
  })
}

/** Within one call the first span with an id wins. */
function firstOfEach(spans: readonly PreparedSpan[]): ReadonlyMap<string, PreparedSpan> {
  const first = new Map<string, PreparedSpan>()
  for (const prepared of spans) {
    const name = nameOf(prepared.span)
    if (!first.has(name)) first.set(name, prepared)
  }
  return first
}

async function storeOpen(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  spans: ReadonlyMap<string, PreparedSpan>,
): Promise<StoredSpan[]> {
  const keys = Array.from(spans.values(), ({ span }) => span)
  const known = await findKnownSpans(tx, workspace, keys)
  const stored: StoredSpan[] = []
  const rows: SpanRow[] = []
  for (const [name, prepared] of spans) {
    const before = known.get(name)
    const fate = fateOf({ digest: prepared.digest, isEnded: prepared.span.endedAt !== null }, before)
    const requestId = await settleRequest(tx, world, workspace, prepared, before, fate)
    stored.push({ prepared, requestId })
    if (fate === 'new' || fate === 'changed') rows.push(rowOf(workspace, prepared, requestId, world.now()))
  }
  await putSpans(tx, rows)
  return stored
}

/** The request of a span: one for good, that changes when the span does. */
async function settleRequest(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  { request }: PreparedSpan,
  before: KnownSpan | undefined,
  fate: Fate,
): Promise<number | null> {
  const known = before?.request_id ?? null
  if (fate === 'same' || fate === 'late' || !request) return known
  if (known === null) {
    await execute(tx, request.recorded.statements)
    return request.recorded.id
  }
  await execute(tx, await replaceRequest(tx, world, workspace, known, request.record))
  return known
}

function rowOf(
  workspace: WorkspaceId,
  { span, style, step, document, digest }: PreparedSpan,
  requestId: number | null,
  now: number,
): SpanRow {
  return {
    workspace_id: workspace,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    name: storable(span.name),
    kind: span.kind,
    status: span.status,
    started_at: millisecondsOf(span.startedAt),
    ended_at: span.endedAt === null ? null : millisecondsOf(span.endedAt),
    request_id: requestId,
    attribute_style: style,
    type: step.type,
    tool_name: step.toolName,
    workflow_id: step.workflowId,
    document,
    size: document.length,
    digest,
    created_at: now,
    updated_at: now,
  }
}

function closedTraces(closed: ReadonlySet<string>): Refusal {
  const traceIds = [...closed].sort()
  return new Refusal('trace_closed', 'A closed trace takes no more spans.', { traceIds })
}
