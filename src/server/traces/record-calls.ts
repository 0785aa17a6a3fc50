import {
  type ArrivedCall,
  type CallPlan,
  planRequests,
  type RequestPlan,
  type StoredCall,
} from '../../engine/traces/index.ts'
import { chunksOf, type Tx } from '../db/index.ts'
import {
  addContext,
  framedPayloads,
  mergeRequest,
  type RecordDependencies,
  type RecordedRequest,
  replaceRequest,
} from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findRelatedSpans, lockResponses, moveSharers, shareRequest } from './call-queries.ts'
import { eachSpan } from './each-span.ts'
import type { PreparedSpan } from './prepare-span.ts'
import { enqueueStatements, mapKeyOf } from './queries.ts'
import { readReportedCall } from './reported-call-text.ts'
import type { KnownSpan } from './span-change.ts'
import { markOthers } from './summaries/due-queries.ts'
import { summariserOf } from './summaries/summariser.ts'

const callsPerBatch = 500

/** A span that is about to be stored. */
export interface SpanRequest {
  readonly prepared: PreparedSpan
  readonly before: KnownSpan | undefined
  readonly isWritten: boolean
}

/** The request of a span. `isHolder` means that it was recorded from this span; other spans of the call share it. */
export interface RecordedSpan {
  readonly requestId: number | null
  readonly isHolder: boolean
  /** True if the request was written from this span now, so that its payload holds the document. */
  readonly isWritten: boolean
}

/** Writes one request for each model call that the spans report. Returns the request of each span. */
export async function recordCalls(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly SpanRequest[],
): Promise<RecordedSpan[]> {
  const calls = spans.filter(({ prepared, isWritten }) => isWritten && prepared.call && prepared.request)
  const plan = await planOf(tx, dependencies, workspace, calls)
  for (const { call, requestId } of plan.displaced)
    await shareRequest(dependencies.store, tx, workspace, call, requestId)
  await markDisplaced(tx, dependencies, workspace, plan)
  const inserted: RecordedRequest[] = []
  for (const [index, { prepared }] of calls.entries()) {
    await writeCall(tx, dependencies, workspace, prepared, plan.calls[index]!)
    if (plan.calls[index]!.write === 'insert') inserted.push(prepared.request!.recorded)
  }
  for (const [merged, remaining] of plan.merged) {
    await moveSharers(tx, workspace, merged, remaining)
    await mergeRequest(tx, dependencies.store, workspace, merged, remaining)
  }
  const planned = new Map(
    calls.map((span, index): [SpanRequest, RecordedSpan] => {
      const { requestId, isHolder, write } = plan.calls[index]!
      return [span, { requestId, isHolder, isWritten: write !== null }]
    }),
  )
  const results: RecordedSpan[] = []
  for (const span of spans) {
    const result = planned.get(span) ?? (await recordAlone(tx, dependencies, workspace, span))
    results.push(result)
    const own = span.prepared.request?.recorded
    if (!planned.has(span) && result.isWritten && result.requestId === own?.id) inserted.push(own)
  }
  await enqueueStatements(tx, await framedPayloads(inserted))
  // After the payloads: the variables of a request are read from its payload.
  await eachSpan(calls, async ({ prepared }, index) => {
    if (!plan.calls[index]!.isHolder)
      await addContext(
        dependencies.store,
        tx,
        workspace,
        plan.calls[index]!.requestId,
        prepared.request!.record(),
      )
  })
  return results
}

/** Marks traces to be summed up again whose requests now belong to spans of other traces. */
async function markDisplaced(
  tx: Tx,
  { store, now }: RecordDependencies,
  workspace: WorkspaceId,
  { displaced }: RequestPlan,
): Promise<void> {
  if (displaced.length === 0) return
  const traceIds = [...new Set(displaced.map(({ call }) => call.traceId))]
  for (const chunk of chunksOf(traceIds)) await markOthers(tx, store, workspace, chunk, now())
  summariserOf(store).wake()
}

async function writeCall(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  { request }: PreparedSpan,
  { requestId, write: mode, keepsContext }: CallPlan,
): Promise<void> {
  const { record, recorded } = request!
  if (mode === 'insert') await enqueueStatements(tx, recorded.statements)
  if (mode === 'replace')
    await replaceRequest(tx, dependencies, workspace, requestId, record(), { keepsContext })
}

/** Records a span that is not written again, or whose request was logged explicitly, so that no other span reports it. */
async function recordAlone(
  tx: Tx,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  { prepared: { request }, before, isWritten }: SpanRequest,
): Promise<RecordedSpan> {
  const ownRequest = before?.request_id ?? null
  const shared = before?.shared_request_id ?? null
  if (!isWritten || !request)
    return { requestId: ownRequest ?? shared, isHolder: ownRequest !== null, isWritten: false }
  if (ownRequest === null) await enqueueStatements(tx, request.recorded.statements)
  else
    await replaceRequest(tx, dependencies, workspace, ownRequest, request.record(), { keepsContext: false })
  return { requestId: ownRequest ?? request.recorded.id, isHolder: true, isWritten: true }
}

async function planOf(
  tx: Tx,
  { store }: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly SpanRequest[],
): Promise<RequestPlan> {
  if (spans.length === 0) return { calls: [], displaced: [], merged: new Map() }
  const arrived = spans.map(({ prepared, before }) => arrivedCall(prepared, before))
  const responses = arrived.flatMap(({ responseId }) => responseId ?? [])
  await lockResponses(store, tx, workspace, responses)
  const arrivedNames = new Set(arrived.map(mapKeyOf))
  const stored = new Map<string, StoredCall>()
  for (const chunk of chunksOf(arrived, callsPerBatch))
    for (const row of await findRelatedSpans(tx, workspace, chunk)) {
      const call = storedCall(row)
      if (call && !arrivedNames.has(mapKeyOf(call))) stored.set(mapKeyOf(call), call)
    }
  return planRequests(arrived, [...stored.values()])
}

type RelatedSpan = Awaited<ReturnType<typeof findRelatedSpans>>[number]

function storedCall(row: RelatedSpan): StoredCall | null {
  const requestId = row.request_id ?? row.shared_request_id
  if (requestId === null || row.call === null) return null
  return {
    ...readReportedCall(row.call, row.response_id),
    traceId: row.trace_id,
    spanId: row.span_id,
    parentSpanId: row.parent_span_id,
    startedAt: row.started_at,
    endedAt: row.ended_at ?? row.started_at,
    requestId,
    isHolder: row.request_id !== null,
  }
}

export function arrivedCall(
  { span, times, call, request }: PreparedSpan,
  before: KnownSpan | undefined,
): ArrivedCall {
  const requestId = before?.request_id ?? before?.shared_request_id ?? null
  return {
    ...call!,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startedAt: times.startedAt,
    endedAt: times.endedAt ?? times.startedAt,
    newId: request!.recorded.id,
    earlier: requestId === null ? null : { requestId, isHolder: before!.request_id !== null },
  }
}
