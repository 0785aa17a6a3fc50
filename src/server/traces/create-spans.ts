import type { BulkSpan } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { eachSpan } from './each-span.ts'
import { maskSpan } from './mask-span.ts'
import { type PreparedSpan, refusesCall, SpanPreparation } from './prepare-span.ts'
import { readBulkSpan } from './read-bulk-span.ts'
import { storeSpans } from './store-spans.ts'

export const createSpans: Handler<'createSpans'> = async (context, { caller, body }) => {
  const prepared = await prepareAll(context, caller.workspace, body.spans)
  const { stored, leftOut } = await storeSpans(context, caller.workspace, prepared, {
    closeAfter: body.close_after,
    onClosed: 'leave-out',
    repeated: 'first',
  })
  const requestLogs = stored.flatMap(({ prepared: { span }, requestId }) =>
    requestId === null ? [] : [{ id: requestId, span_id: span.spanId, trace_id: span.traceId }],
  )
  const hasRejected = leftOut.length > 0
  return {
    success: true,
    spans: stored.map(({ prepared: { span }, requestId }) => ({
      name: span.name,
      trace_id: span.traceId,
      span_id: span.spanId,
      parent_id: span.parentSpanId,
      request_log_id: requestId,
    })),
    request_logs: requestLogs.length > 0 ? requestLogs : null,
    rejected_span_ids: hasRejected ? leftOut.map(({ span }) => span.spanId) : null,
    rejected_trace_ids: hasRejected ? [...new Set(leftOut.map(({ span }) => span.traceId))] : null,
    rejection_reason: hasRejected ? ('trace_closed' as const) : null,
  }
}

/** Prepares all spans. One invalid span refuses the whole call. */
async function prepareAll(
  context: Context,
  workspace: WorkspaceId,
  spans: readonly BulkSpan[],
): Promise<PreparedSpan[]> {
  const preparation = new SpanPreparation(context, workspace)
  const masked = await eachSpan(spans, (span, index) =>
    withSpanIndex(index, async () =>
      preparation.readRoot(await maskSpan(context, workspace, readBulkSpan(span))),
    ),
  )
  return eachSpan(masked, (span, index) =>
    withSpanIndex(index, () => preparation.prepare(span, spans[index]!.log_request ?? null)),
  )
}

/** Does the work; a refusal of the span names its index. */
async function withSpanIndex<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || refusesCall.has(error.code)) throw error
    throw new Refusal('invalid', error.message, { loc: ['body', 'spans', index] })
  }
}
