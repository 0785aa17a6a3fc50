/** The rules of `tables.ts` apply. */

export interface TraceRow {
  workspace_id: number
  trace_id: string
  /** Set once, when the trace is closed. */
  closure_id: string | null
  closed_at: number | null
  created_at: number
  updated_at: number
}

export interface SpanRow {
  workspace_id: number
  trace_id: string
  span_id: string
  parent_span_id: string | null
  name: string
  kind: string
  status: string
  /** Milliseconds with a fraction; the document has nanoseconds. */
  started_at: number
  ended_at: number | null
  /** The request recorded from this span. */
  request_id: number | null
  attribute_style: string | null
  type: string
  /** Set for spans of tool calls. */
  tool_name: string | null
  workflow_id: string | null
  /** The span in the form that the API returns. */
  document: string
  /** Characters of the document. */
  size: number
  /** Digest of the document; an equal span sent again changes nothing. */
  digest: string
  /** A ReportedCall as JSON; null if the span is not a model call. */
  call: string | null
  response_id: string | null
  /** The request recorded from another span of the same call. */
  shared_request_id: number | null
  /** Number of events in the document that were log records. */
  log_events: number
  created_at: number
  updated_at: number
}

/** A log record that arrived before its span, as an event. */
export interface SpanLogRow {
  workspace_id: number
  trace_id: string
  span_id: string
  digest: string
  event: string
  created_at: number
}
