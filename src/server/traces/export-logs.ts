import { Refusal } from '../../engine/refusal.ts'
import type { SpanEvent } from '../../engine/traces/index.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { BinaryAnswer, type Handler } from '../http/handler.ts'
import type { RecordWorld } from '../requests/index.ts'
import { eachSpan } from './each-span.ts'
import { addWaiting, forgetEmptyTraces, forgetOldLogs } from './log-queries.ts'
import { readJsonLogs } from './otlp/json-logs.ts'
import { readProtobufLogs } from './otlp/protobuf-logs.ts'
import { responseMessage } from './otlp/response.ts'
import type { TakenLogs } from './otlp/taken-logs.ts'
import { type PreparedSpan, SpanPreparation } from './prepare-span.ts'
import { findKnownSpans, lockTraces, nameOf, type SpanKey } from './queries.ts'
import { prepareStored, writeEvent } from './span-logs.ts'
import { firstOfEach, storeOpen } from './store-spans.ts'

/** OTLP over HTTP: log records that tell the messages of model calls become events of their spans. */
export const exportLogs: Handler<'exportLogs'> = async (context, call) => {
  const taken = call.isBinary ? readProtobufLogs(call.original) : readJsonLogs(call.body)
  await attach(context, call.caller.workspace, taken)
  const { rejected, firstReason } = taken
  const errorMessage = `For example: ${firstReason}.`
  if (call.isBinary)
    return new BinaryAnswer(responseMessage(rejected > 0 ? { rejected, errorMessage } : null))
  return rejected > 0 ? { partialSuccess: { rejectedLogRecords: rejected, errorMessage } } : {}
}

interface LoggedSpan extends SpanKey {
  readonly events: SpanEvent[]
}

const mostAttempts = 10

async function attach(context: Context, workspace: WorkspaceId, taken: TakenLogs): Promise<void> {
  const spans = new Map<string, LoggedSpan>()
  for (const { traceId, spanId, event } of taken.items) {
    const span = spans.get(nameOf({ traceId, spanId })) ?? { traceId, spanId, events: [] }
    spans.set(nameOf(span), span)
    span.events.push(event)
  }
  if (spans.size === 0) return
  const world: RecordWorld = { ...context, prices: await context.prices.settled(workspace) }
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const preparation = new SpanPreparation(context, workspace)
    const prepared: PreparedSpan[] = []
    const waiting: LoggedSpan[] = []
    await eachSpan([...spans], async ([name, span]) => {
      try {
        const stored = await prepareStored(context.store, workspace, preparation, span, span.events)
        if (stored === null) waiting.push(span)
        else if (stored !== 'known') prepared.push(stored)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'too_large') throw error
        taken.reject(span.events.length, error.message)
        spans.delete(name)
      }
    })
    const closed = await write(context, world, workspace, prepared, waiting)
    if (closed === null) continue
    for (const { events } of closed) taken.reject(events.length, 'the closed trace has no such span')
    return
  }
  throw new Refusal('busy', 'The spans of these log records keep changing; send the call again.')
}

/** The spans that a closed trace does not have; null when a span has come or changed since it was read. */
async function write(
  { store, now }: Context,
  world: RecordWorld,
  workspace: WorkspaceId,
  prepared: readonly PreparedSpan[],
  waiting: readonly LoggedSpan[],
): Promise<readonly LoggedSpan[] | null> {
  if (prepared.length + waiting.length === 0) return []
  return store.transact(async (tx) => {
    const time = now()
    const keys = [...prepared.map(({ span }) => span), ...waiting]
    const traceIds = [...new Set(keys.map(({ traceId }) => traceId))].sort()
    const closed = await lockTraces(tx, workspace, traceIds, time)
    const arrived = await findKnownSpans(tx, workspace, waiting)
    const isWritten =
      arrived.size === 0 && !('lacking' in (await storeOpen(tx, world, workspace, firstOfEach(prepared))))
    if (isWritten) {
      const rows = waiting
        .filter(({ traceId }) => !closed.has(traceId))
        .flatMap(({ traceId, spanId, events }) =>
          events.map((event) => {
            const { text, digest } = writeEvent(event)
            return {
              workspace_id: workspace,
              trace_id: traceId,
              span_id: spanId,
              digest,
              event: text,
              created_at: time,
            }
          }),
        )
      await addWaiting(tx, rows)
      await forgetOldLogs(tx, workspace, time, rows.length)
    }
    await forgetEmptyTraces(tx, workspace, [...new Set(waiting.map(({ traceId }) => traceId))])
    return isWritten ? waiting.filter(({ traceId }) => closed.has(traceId)) : null
  })
}
