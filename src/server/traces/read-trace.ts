import { parseExact } from '../../engine/json/parse-exact.ts'
import { Refusal } from '../../engine/refusal.ts'
import { contentOfSpan } from '../../engine/traces/index.ts'
import { listSpanMedia } from '../bodies/index.ts'
import type { Store } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import { requestsOfSpans } from '../requests/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { millisecondsOf, type SpanDocument, spanOfDocument } from './document.ts'
import { countFitting, cursorOf, positionOf } from './page.ts'
import { measureSpans, readSpans } from './page-queries.ts'
import { findTrace } from './queries.ts'
import { withAvailableMedia } from './span-media.ts'

export const readTrace: Handler<'readTrace'> = async ({ store }, { caller, params, query }) =>
  readTracePage(store, caller.workspace, params.trace_id, query)

/** Reads a page of a trace's spans, earliest first. @throws Refusal if the trace does not exist. */
export async function readTracePage(
  store: Store,
  workspace: WorkspaceId,
  traceId: string,
  query: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const position = positionOf(query.cursor)
  const trace = await findTrace(store.db, workspace, traceId)
  if (!trace) throw new Refusal('not_found', 'There is no such trace.')
  const measured = await measureSpans(store, workspace, trace.trace_id, position, query.limit + 1)
  const page = measured.slice(0, countFitting(measured, query.limit))
  const ids = page.map(({ span_id }) => span_id)
  const stored = ids.length > 0 ? await readSpans(store, workspace, trace.trace_id, ids) : []
  const rows = await withAvailableMedia(store, workspace, trace.trace_id, stored)
  const byId = new Map(rows.map((row) => [row.span_id, row]))
  const tracked = await requestsOfSpans(store.db, workspace, trace.trace_id, ids)
  const last = page.at(-1)
  return {
    success: true as const,
    trace_id: trace.trace_id,
    spans: ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [present(row.document, row.request_id ?? tracked.get(id) ?? null)] : []
    }),
    status: trace.closed_at === null ? ('open' as const) : ('closed' as const),
    next_cursor:
      last && measured.length > page.length
        ? cursorOf({ startedAt: last.started_at, spanId: last.span_id })
        : null,
  }
}

export const readSpan: Handler<'readSpan'> = async ({ store }, { caller, params, query }) => {
  const { trace_id: traceId, span_id: spanId } = params
  const stored = await readSpans(store, caller.workspace, traceId, [spanId])
  const [row] =
    query.media === 'references' ? stored : await withAvailableMedia(store, caller.workspace, traceId, stored)
  if (!row) throw new Refusal('not_found', 'There is no such span.')
  const tracked = await requestsOfSpans(store.db, caller.workspace, traceId, [spanId])
  return {
    success: true as const,
    span: present(row.document, row.request_id ?? tracked.get(spanId) ?? null),
    media: await listSpanMedia(store.db, caller.workspace, traceId, spanId),
    content: presentContent(row.document),
  }
}

function presentContent(document: string) {
  const { input, output, timeToFirstToken, tokensPerSecond } = contentOfSpan(spanOfDocument(document))
  return {
    input,
    output,
    time_to_first_token_ms: timeToFirstToken,
    output_tokens_per_second: tokensPerSecond,
  }
}

function present(text: string, requestId: number | null) {
  const span = parseExact(text) as SpanDocument
  const { start_time, end_time } = span
  return {
    name: span.name,
    context: span.context,
    kind: span.kind,
    parent_id: span.parent_id,
    start_time,
    end_time,
    // Two clocks can end a span before its start; it took no time then.
    latency_ms: end_time === null ? null : Math.max(0, millisecondsOf(BigInt(end_time) - BigInt(start_time))),
    status: span.status,
    attributes: span.attributes,
    dropped_attributes_count: span.dropped_attributes_count ?? 0,
    events: span.events,
    links: span.links,
    resource: span.resource,
    scope: span.scope,
    request_log_id: requestId,
    attribute_style: span.attribute_style,
    attributes_not_understood: span.attributes_not_understood,
  }
}
