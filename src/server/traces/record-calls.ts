import {
  type ArrivedCall,
  planRequests,
  type ReportedCall,
  type RequestPlan,
  type StoredCall,
} from '../../engine/traces/index.ts'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { dropRequest, type RecordWorld, recordRequest, replaceRequest } from '../requests/index.ts'
import { findRelatives, lockResponses, moveSharers, shareRequest } from './call-queries.ts'
import { millisecondsOf } from './document.ts'
import type { KnownSpan } from './fate.ts'
import type { PreparedSpan } from './prepare-span.ts'
import { execute, nameOf } from './queries.ts'
import { withContextOf } from './span-request.ts'

const callsAtOnce = 500

/** A span on its way into storage. */
export interface SpanRequest {
  readonly prepared: PreparedSpan
  readonly before: KnownSpan | undefined
  readonly isWritten: boolean
}

/** The request of a span, and whether it was made of it; another span of the same call shares it. */
export interface RecordedSpan {
  readonly requestId: number | null
  readonly isHolder: boolean
}

/** Writes the requests that the spans are, one for each call of a model, and gives that of each span. */
export async function recordCalls(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  spans: readonly SpanRequest[],
): Promise<RecordedSpan[]> {
  const calls = spans.filter(({ prepared, isWritten }) => isWritten && prepared.call && prepared.request)
  const plan = await planOf(tx, world, workspace, calls)
  await carryOut(tx, world, workspace, plan)
  const planned = new Map(calls.map((one, index) => [one, plan.calls[index]!]))
  const byCall = new Map(calls.map((one, index) => [plan.arrived[index]!, one]))
  const results: RecordedSpan[] = []
  for (const one of spans) {
    const call = planned.get(one)
    if (!call) results.push(await recordAlone(tx, world, workspace, one))
    else {
      if (call.write) {
        const others = call.sharers.map((sharer) => byCall.get(sharer)!.prepared.request!.record)
        await write(tx, world, workspace, one.prepared, others, call)
      }
      results.push(call)
    }
  }
  return results
}

/** A span without a call that others may report: what was logged within it, or what is written no more. */
async function recordAlone(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  { prepared: { request }, before, isWritten }: SpanRequest,
): Promise<RecordedSpan> {
  const known = before?.request_id ?? null
  const shared = before?.shared_request_id ?? null
  if (!isWritten || !request) return { requestId: known ?? shared, isHolder: known !== null }
  if (known !== null) await execute(tx, await replaceRequest(tx, world, workspace, known, request.record))
  else await execute(tx, request.recorded.statements)
  return { requestId: known ?? request.recorded.id, isHolder: true }
}

async function planOf(
  tx: Tx,
  { store }: RecordWorld,
  workspace: WorkspaceId,
  spans: readonly SpanRequest[],
): Promise<RequestPlan & { readonly arrived: readonly ArrivedCall[] }> {
  const arrived = spans.map(arrivedCall)
  if (arrived.length === 0) return { calls: [], displaced: [], forgotten: new Map(), arrived }
  await lockResponses(
    store,
    tx,
    workspace,
    arrived.flatMap(({ responseId }) => responseId ?? []),
  )
  const own = new Set(arrived.map(nameOf))
  const stored = new Map<string, StoredCall>()
  for (let start = 0; start < arrived.length; start += callsAtOnce)
    for (const row of await findRelatives(tx, workspace, arrived.slice(start, start + callsAtOnce))) {
      const requestId = row.request_id ?? row.shared_request_id
      const key = { traceId: row.trace_id, spanId: row.span_id }
      if (requestId === null || own.has(nameOf(key))) continue
      stored.set(nameOf(key), {
        ...(JSON.parse(row.call!) as ReportedCall),
        ...key,
        parentSpanId: row.parent_span_id,
        startedAt: row.started_at,
        endedAt: row.ended_at ?? row.started_at,
        requestId,
        isHolder: row.request_id !== null,
      })
    }
  return { ...planRequests(arrived, [...stored.values()]), arrived }
}

function arrivedCall({ prepared: { span, call, request }, before }: SpanRequest): ArrivedCall {
  const requestId = before?.request_id ?? before?.shared_request_id ?? null
  const startedAt = millisecondsOf(span.startedAt)
  return {
    ...call!,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startedAt,
    endedAt: span.endedAt === null ? startedAt : millisecondsOf(span.endedAt),
    newId: request!.recorded.id,
    known: requestId === null ? null : { requestId, isHolder: before!.request_id !== null },
  }
}

async function carryOut(
  tx: Tx,
  { store }: RecordWorld,
  workspace: WorkspaceId,
  { displaced, forgotten }: RequestPlan,
) {
  for (const { call, requestId } of displaced) await shareRequest(tx, workspace, call, requestId)
  for (const [gone, kept] of forgotten) {
    await moveSharers(tx, workspace, gone, kept)
    await execute(tx, await dropRequest(tx, store, workspace, gone, kept))
  }
}

/** The prepared statements where nothing is to be added and no request is there. */
async function write(
  tx: Tx,
  world: RecordWorld,
  workspace: WorkspaceId,
  { request }: PreparedSpan,
  others: readonly PreparedRecord[],
  { requestId, write: how }: { readonly requestId: number; readonly write: 'insert' | 'replace' | null },
) {
  const { record, recorded } = request!
  const joined = withContextOf(record, others)
  if (how === 'replace') await execute(tx, await replaceRequest(tx, world, workspace, requestId, joined))
  else if (joined === record) await execute(tx, recorded.statements)
  else {
    const place = { id: requestId, createdAt: world.now() }
    await execute(tx, (await recordRequest(world, workspace, joined, place)).statements)
  }
}

type PreparedRecord = NonNullable<PreparedSpan['request']>['record']
