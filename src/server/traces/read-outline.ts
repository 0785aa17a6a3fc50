import { Refusal } from '../../engine/refusal.ts'
import type { Handler } from '../http/handler.ts'
import { cursorOf, positionOf } from './page.ts'
import { countSpans, outlineSpans } from './page-queries.ts'
import { findTrace } from './queries.ts'

export const readTraceOutline: Handler<'readTraceOutline'> = async ({ store }, { caller, params, query }) => {
  const { workspace } = caller
  const position = positionOf(query.cursor)
  const trace = await findTrace(store.db, workspace, params.trace_id)
  if (!trace) throw new Refusal('not_found', 'There is no such trace.')
  const rows = await outlineSpans(store, workspace, trace.trace_id, position, query.limit + 1)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    success: true as const,
    trace_id: trace.trace_id,
    status: trace.closed_at === null ? ('open' as const) : ('closed' as const),
    span_count: await countSpans(store, workspace, trace.trace_id),
    spans: page.map((row) => ({
      span_id: row.span_id,
      parent_id: row.parent_span_id,
      name: row.name,
      kind: row.kind,
      status: row.status,
      started_at: row.started_at,
      ended_at: row.ended_at,
      type: row.type,
      tool_name: row.tool_name,
      request_log_id: row.request_id,
      model: row.model || null,
      tokens: row.input_tokens === null ? null : row.input_tokens + row.output_tokens! || null,
      cost: row.cost,
      ...(row.time_to_first_token_ms !== null && { time_to_first_token_ms: row.time_to_first_token_ms }),
      ...((row.attempts ?? 1) > 1 && { attempts: row.attempts! }),
    })),
    next_cursor:
      last && rows.length > page.length
        ? cursorOf({ startedAt: last.started_at, spanId: last.span_id })
        : null,
  }
}
