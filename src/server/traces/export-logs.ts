import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { SpanLogRow } from '../db/index.ts'
import { BinaryAnswer, type Handler } from '../http/handler.ts'
import type { RecordDependencies } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { eachSpan } from './each-span.ts'
import { eachStorable } from './each-storable.ts'
import { inParts } from './in-parts.ts'
import { addPending, deleteEmptyTraces, deleteExpiredLogs } from './log-queries.ts'
import { type MaskedEvent, maskEvent } from './mask-span.ts'
import { readJsonLogs } from './otlp/json-logs.ts'
import { readProtobufLogs } from './otlp/protobuf-logs.ts'
import type { ReceivedLogs } from './otlp/received-logs.ts'
import { partialSuccessOf, responseMessage } from './otlp/response.ts'
import { type PreparedSpan, refusesCall, SpanPreparation } from './prepare-span.ts'
import { prepareSpans } from './prepare-spans.ts'
import { findKnownSpans, lockTraces, mapKeyOf, type SpanKey } from './queries.ts'
import { prepareStored, type StoredEvent } from './span-logs.ts'
import { storeInLockedTraces, storeSpans } from './store-spans.ts'

/**
 * Takes logs of OTLP over HTTP. A log record about a model call becomes an event of its span. A log record of a coding
 * agent becomes a span.
 */
export const exportLogs: Handler<'exportLogs'> = async (context, call) => {
  const records = call.isBinary ? readProtobufLogs(call.original) : readJsonLogs(call.body)
  const { workspace } = call.caller
  await storeAgentSpans(context, workspace, records)
  const dependencies: RecordDependencies = { ...context, prices: await context.prices.fixedFor(workspace) }
  const parts = await inParts(bySpan(await maskLogs(context, workspace, records)), (part) =>
    attach(context, dependencies, workspace, part),
  )
  for (const { events, reason } of parts.flat()) records.reject(events.length, reason)
  const partial = partialSuccessOf(records)
  if (call.isBinary) return new BinaryAnswer(responseMessage(partial))
  if (!partial) return {}
  return { partialSuccess: { rejectedLogRecords: partial.rejected, errorMessage: partial.errorMessage } }
}

/** Stores the spans that log records of coding agents make. */
async function storeAgentSpans(context: Context, workspace: WorkspaceId, records: ReceivedLogs) {
  const prepared = await prepareSpans(context, workspace, records, await records.agentSpans())
  const { leftOut } = await storeSpans(context, workspace, prepared, {
    closeAfter: false,
    onClosed: 'leave-out',
    repeated: 'latest',
  })
  if (leftOut.length > 0) records.reject(leftOut.length, 'the trace of a log record is closed')
}

/** The key of a span, and the log records of one export that name the span. */
interface LoggedSpan extends SpanKey {
  readonly events: readonly MaskedEvent[]
}

interface MissingSpan extends LoggedSpan {
  readonly pending: readonly StoredEvent[]
}

interface RejectedLogs extends LoggedSpan {
  readonly reason: string
}

/** Masks the log records of one export. As with spans, the content is left out if masking it takes too long. */
function maskLogs(context: Context, workspace: WorkspaceId, records: ReceivedLogs) {
  const onTooLarge = () =>
    records.warn('The content of a log record was left out, because masking it took too long')
  return eachStorable(records, records.items, async (log) => ({
    ...log,
    event: await maskEvent(context, workspace, log.event, { onTooLarge }),
  }))
}

function bySpan(logs: Awaited<ReturnType<typeof maskLogs>>): LoggedSpan[] {
  const spans = Map.groupBy(logs, mapKeyOf)
  return Array.from(spans.values(), (logsOfSpan) => ({
    traceId: logsOfSpan[0]!.traceId,
    spanId: logsOfSpan[0]!.spanId,
    events: logsOfSpan.map(({ event }) => event),
  }))
}

/** Maximum attempts. A further one is needed only if a span arrived or changed during the last one. */
const maxAttempts = 10

/** Adds log records to their spans, or stores them until their spans arrive. Returns the rejected log records. */
async function attach(
  context: Context,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  spans: readonly LoggedSpan[],
): Promise<readonly RejectedLogs[]> {
  if (spans.length === 0) return []
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const preparation = new SpanPreparation(context, workspace)
    const prepared: PreparedSpan[] = []
    const missing: MissingSpan[] = []
    const rejected: RejectedLogs[] = []
    await eachSpan(spans, async (span) => {
      try {
        const result = await prepareStored(context.store, workspace, preparation, span, span.events)
        if ('pending' in result) missing.push({ ...span, pending: result.pending })
        else if (result.prepared) prepared.push(result.prepared)
      } catch (error) {
        if (!(error instanceof Refusal) || refusesCall.has(error.code)) throw error
        rejected.push({ ...span, reason: error.message })
      }
    })
    const rejectedOnWrite = await write(context, dependencies, workspace, prepared, missing)
    if (rejectedOnWrite) return [...rejected, ...rejectedOnWrite]
  }
  throw new Refusal('busy', 'The spans of these log records keep changing; send the call again.')
}

/**
 * Writes spans and log records. Returns the log records whose span a closed trace lacks. Null if a span has arrived or
 * changed since it was read.
 */
async function write(
  { store, now }: Context,
  dependencies: RecordDependencies,
  workspace: WorkspaceId,
  prepared: readonly PreparedSpan[],
  missing: readonly MissingSpan[],
): Promise<readonly RejectedLogs[] | null> {
  if (prepared.length + missing.length === 0) return []
  return store.transact(async (tx) => {
    const time = now()
    const keys = [...prepared.map(({ span }) => span), ...missing]
    const closed = await lockTraces(tx, workspace, traceIdsOf(keys), time)
    const arrived = await findKnownSpans(tx, workspace, missing)
    const isStored =
      arrived.size === 0 &&
      !('outdated' in (await storeInLockedTraces(tx, dependencies, workspace, prepared)))
    if (isStored) {
      const open = missing.filter(({ traceId }) => !closed.has(traceId))
      const rows = open.flatMap((span) => rowsOf(workspace, span, time))
      await addPending(tx, rows)
      await deleteExpiredLogs(tx, workspace, time, rows.length)
    }
    await deleteEmptyTraces(tx, workspace, traceIdsOf(missing))
    if (!isStored) return null
    return missing
      .filter(({ traceId }) => closed.has(traceId))
      .map((span) => ({ ...span, reason: 'the closed trace has no such span' }))
  })
}

const traceIdsOf = (keys: readonly SpanKey[]): string[] =>
  [...new Set(keys.map(({ traceId }) => traceId))].sort()

const rowsOf = (
  workspace: WorkspaceId,
  { traceId, spanId, pending }: MissingSpan,
  time: number,
): SpanLogRow[] =>
  pending.map(({ digest, text }, index) => ({
    workspace_id: workspace,
    trace_id: traceId,
    span_id: spanId,
    digest,
    event: text,
    // A millisecond apart, to keep the order of records that state the same time.
    created_at: time + index,
  }))
