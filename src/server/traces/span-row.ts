import { storable } from '../../engine/storable.ts'
import { packDocumentNow, type SpanRow, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { PreparedSpan } from './prepare-span.ts'
import type { RecordedSpan } from './record-calls.ts'
import { reportedCallText } from './reported-call-text.ts'

export function spanRow(
  { dialect }: Store,
  workspace: WorkspaceId,
  { span, times, style, step, document, size, isPacked, packed, digest, call, logs }: PreparedSpan,
  { requestId, isHolder, isWritten }: RecordedSpan,
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
    started_at: times.startedAt,
    ended_at: times.endedAt,
    request_id: isHolder ? requestId : null,
    attribute_style: style,
    type: step.type,
    tool_name: step.toolName,
    workflow_id: step.workflowId,
    document: isPacked ? '' : document(),
    packed: isPacked && !(isHolder && isWritten) ? (packed ?? packDocumentNow(document())) : null,
    size,
    digest,
    call: call && reportedCallText(dialect, call),
    response_id: call?.responseId ?? null,
    shared_request_id: isHolder ? null : requestId,
    log_events: logs.size,
    created_at: now,
    updated_at: now,
  }
}
