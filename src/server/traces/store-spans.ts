import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { SpanRow, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type RecordWorld, storable } from '../requests/index.ts'
import { millisecondsOf } from './document.ts'
import { eachSpan } from './each-span.ts'
import { fateOf } from './fate.ts'
import { findWaiting, forgetWaiting } from './log-queries.ts'
import { type PreparedSpan, SpanPreparation } from './prepare-span.ts'
import { closeOpenTrace, findKnownSpans, lockTraces, nameOf, putSpans } from './queries.ts'
import { recordCalls, type SpanRequest } from './record-calls.ts'
import { prepareWithLogs } from './span-logs.ts'

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

/** Log records that arrive between two attempts are few. */
const mostAttempts = 10

/** Writes the spans and the requests they are as one unit. A span that is there already is written over, never twice. */
export async function storeSpans(
  context: Context,
  workspace: WorkspaceId,
  given: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome> {
  if (given.length === 0) return { stored: [], leftOut: [] }
  // Before: a transaction must not wait for another connection.
  const world: RecordWorld = { ...context, prices: await context.prices.settled(workspace) }
  let spans = given
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const outcome = await context.store.transact((tx) => storeOnce(tx, world, workspace, spans, options))
    if (!('lacking' in outcome)) return outcome
    const lacking = new Set(outcome.lacking)
    const preparation = new SpanPreparation(context, workspace)
    spans = await eachSpan(spans, async (prepared) =>
      lacking.has(prepared) ? prepareWithLogs(context.store, workspace, preparation, prepared) : prepared,
    )
  }
  throw new Refusal('busy', 'Log records of these spans keep arriving; send the call again.')
}

/** The spans for which there are log records that they were prepared without. */
interface Lacking {
  readonly lacking: readonly PreparedSpan[]
}

async function storeOnce(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  spans: readonly PreparedSpan[],
  options: StoreOptions,
): Promise<Outcome | Lacking> {
  const now = world.now()
  const traceIds = [...new Set(spans.map(({ span }) => span.traceId))].sort()
  const closed = await lockTraces(tx, workspace, traceIds, now)
  if (closed.size > 0 && options.onClosed === 'refuse') throw closedTraces(closed)
  const open = spans.filter(({ span }) => !closed.has(span.traceId))
  const stored = await storeOpen(tx, world, workspace, firstOfEach(open))
  if ('lacking' in stored) return stored
  if (options.closeAfter)
    for (const traceId of traceIds)
      if (!closed.has(traceId)) await closeOpenTrace(tx, workspace, traceId, randomUUIDv7(), now)
  return { stored: stored.stored, leftOut: spans.filter(({ span }) => closed.has(span.traceId)) }
}

/** Within one call the first span with an id wins. */
export function firstOfEach(spans: readonly PreparedSpan[]): ReadonlyMap<string, PreparedSpan> {
  const first = new Map<string, PreparedSpan>()
  for (const prepared of spans) {
    const name = nameOf(prepared.span)
    if (!first.has(name)) first.set(name, prepared)
  }
  return first
}

/** Writes spans of locked traces. */
export async function storeOpen(
  tx: Tx,
  world: RecordWorld & { readonly store: Store },
  workspace: WorkspaceId,
  spans: ReadonlyMap<string, PreparedSpan>,
): Promise<{ readonly stored: readonly StoredSpan[] } | Lacking> {
  const keys = Array.from(spans.values(), ({ span }) => span)
  const known = await findKnownSpans(tx, workspace, keys)
  const waiting = await findWaiting(tx, workspace, keys)
  const all = Array.from(spans, ([name, prepared]): SpanRequest => {
    const before = known.get(name)
    const arrived = { digest: prepared.digest, isEnded: prepared.span.endedAt !== null }
    const fate = prepared.knownLogs !== null ? 'changed' : fateOf(arrived, before)
    return { prepared, before, isWritten: fate === 'new' || fate === 'changed' }
  })
  const lacking = all.filter(({ prepared, before, isWritten }) => {
    const logs = waiting.get(nameOf(prepared.span)) ?? []
    const isChanged =
      prepared.knownLogs !== null &&
      (before?.digest !== prepared.digest || before.log_events !== prepared.knownLogs)
    return (
      logs.some((digest) => !prepared.logs.has(digest)) ||
      (isWritten && (before?.log_events ?? 0) > prepared.logs.size) ||
      isChanged
    )
  })
  if (lacking.length > 0) return { lacking: lacking.map(({ prepared }) => prepared) }
  const requests = await recordCalls(tx, world, workspace, all)
  const rows = all.flatMap((one, index) =>
    one.isWritten ? [rowOf(workspace, one.prepared, requests[index]!, world.now())] : [],
  )
  await putSpans(tx, rows)
  if (waiting.size > 0) await forgetWaiting(tx, workspace, keys)
  return {
    stored: all.map(({ prepared }, index) => ({ prepared, requestId: requests[index]!.requestId })),
  }
}

function rowOf(
  workspace: WorkspaceId,
  { span, style, step, document, digest, call, logs }: PreparedSpan,
  { requestId, isHolder }: { readonly requestId: number | null; readonly isHolder: boolean },
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
    request_id: isHolder ? requestId : null,
    attribute_style: style,
    type: step.type,
    tool_name: step.toolName,
    workflow_id: step.workflowId,
    document,
    size: document.length,
    digest,
    call: call && JSON.stringify(call),
    response_id: call?.responseId ?? null,
    shared_request_id: isHolder ? null : requestId,
    log_events: logs.size,
    created_at: now,
    updated_at: now,
  }
}

function closedTraces(closed: ReadonlySet<string>): Refusal {
  const traceIds = [...closed].sort()
  return new Refusal('trace_closed', 'A closed trace takes no more spans.', { traceIds })
}
