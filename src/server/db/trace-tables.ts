/** The tables of traces; see `tables.ts` for what holds of all. */

export interface TraceRow {
  workspace_id: number
  trace_id: string
  /** Set once, when the trace is closed for good. */
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
  /** Milliseconds with a fraction; the document has the nanoseconds. */
  started_at: number
  ended_at: number | null
  /** The request in the log that was made of this span. */
  request_id: number | null
  attribute_style: string | null
  /** What kind of step it is. */
  type: string
  /** Of a tool that ran. */
  tool_name: string | null
  workflow_id: string | null
  /** The whole span, as it is shown. */
  document: string
  /** Characters of the document. */
  size: number
  /** Of the document: the same span sent again changes nothing. */
  digest: string
  /** A ReportedCall as JSON; null for spans that are no call of a model. */
  call: string | null
  response_id: string | null
  /** The request of another span that reports the same call. */
  shared_request_id: number | null
  /** Log records among the events of the document. */
  log_events: number
  created_at: number
  updated_at: number
}

/** A log record whose span has not arrived, as an event of it. */
export interface SpanLogRow {
  workspace_id: number
  trace_id: string
  span_id: string
  digest: string
  event: string
  created_at: number
}
