/** The rules of `tables.ts` apply. */

import type { Generated } from 'kysely'
import type { ActorKind } from '../../engine/actor-kind.ts'

export interface TraceRow {
  workspace_id: number
  trace_id: string
  /** Set once, when the trace is closed. */
  closure_id: string | null
  closed_at: number | null
  created_at: number
  updated_at: number
  /** This and the following columns sum up the spans and their requests. Null until then, or without spans. */
  started_at: Generated<number | null>
  ended_at: Generated<number | null>
  duration_ms: Generated<number | null>
  name: Generated<string | null>
  status: Generated<string | null>
  span_count: Generated<number>
  error_count: Generated<number>
  /** 1: no root span has arrived yet, or a span has no end. */
  unfinished: Generated<number>
  request_count: Generated<number>
  /** Cost of the requests with a known price; null if no request has a known price. */
  cost: Generated<number | null>
  unpriced: Generated<number>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  tokens: Generated<number>
  session_id: Generated<string | null>
  user_id: Generated<string | null>
  /** A StatedIdentity as JSON; null: no span has been read for it yet. */
  stated: Generated<string | null>
  /** JSON list of [kind, key, value], as in `trace_facets`. */
  facets: Generated<string>
  /** Set while the sums are older than the spans or requests of the trace. */
  due_at: Generated<number | null>
}

/** A score that was given to a request, span, trace or session. */
export interface GivenScoreRow {
  workspace_id: number
  subject_type: 'request' | 'span' | 'trace' | 'session'
  subject_id: string
  /** Set for a span and a trace; otherwise empty. */
  trace_id: string
  name: string
  source: string
  type: string
  /** The value of a number, and 1 or 0 for yes or no. */
  number: number | null
  /** The value of a category or text. */
  text: string | null
  comment: string | null
  author_kind: ActorKind
  author_id: string
  author_name: string
  created_at: number
  updated_at: number
}

/** The index of the properties by which a list of traces is filtered. */
export interface TraceFacetRow {
  workspace_id: number
  kind: number
  key: string
  value: string
  started_at: number
  trace_id: string
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
  /** On SQLite, where `document` is empty: a frame with it. Null: the payload of the span's request holds it. */
  packed: Uint8Array | null
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
