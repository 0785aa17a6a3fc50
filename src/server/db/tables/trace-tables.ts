/** The rules of `tables.ts` apply. */

import type { Generated } from 'kysely'
import type { ActorKind } from '../../../engine/actor-kind.ts'
import type { CopyRow } from './request-tables.ts'

export interface TraceRow {
  workspace_id: number
  trace_id: string
  /** Set once, when the trace is closed. */
  closure_id: string | null
  closed_at: number | null
  created_at: number
  updated_at: number
  /**
   * This and the following columns are sums of the spans and their requests. Null until they are computed, and for a
   * trace without spans.
   */
  started_at: Generated<number | null>
  ended_at: Generated<number | null>
  duration_ms: Generated<number | null>
  name: Generated<string | null>
  status: Generated<string | null>
  span_count: Generated<number>
  error_count: Generated<number>
  /** 1 if no root span has arrived yet, or a span has not ended. */
  unfinished: Generated<number>
  request_count: Generated<number>
  /** Cost of the requests with a known price; null if there are none. */
  cost: Generated<number | null>
  unpriced: Generated<number>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  tokens: Generated<number>
  session_id: Generated<string | null>
  user_id: Generated<string | null>
  /** JSON of a StatedIdentity; null until a span has been read for it. */
  stated: Generated<string | null>
  /** JSON list of [kind, key, value], as in `trace_facets`. */
  facets: Generated<string>
  /** When the sums must be computed again; null while they are current. */
  due_at: Generated<number | null>
}

/** A score of a request, span, trace or session. */
export interface GivenScoreRow {
  workspace_id: number
  subject_type: 'request' | 'span' | 'trace' | 'session'
  subject_id: string
  /** The trace, for a score of a span or trace; otherwise empty. */
  trace_id: string
  name: string
  source: string
  type: string
  /** The value of a number score; 1 or 0 for a yes-or-no score. */
  number: number | null
  /** The value of a category or text score. */
  text: string | null
  comment: string | null
  author_kind: ActorKind
  author_id: string
  author_name: string
  created_at: number
  updated_at: number
}

/** The index of properties that lists of traces can filter by. */
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
  /** Milliseconds with a fraction; the document has the nanoseconds. */
  started_at: number
  ended_at: number | null
  /** The request that was recorded from this span. */
  request_id: number | null
  attribute_style: string | null
  type: string
  /** The tool, for the span of a tool call. */
  tool_name: string | null
  workflow_id: string | null
  /** The span in the form of the API. */
  document: string
  /** On SQLite, where `document` is empty: a frame with the document. Null if the payload of the span's request contains it. */
  packed: Uint8Array | null
  /** Characters of the document. */
  size: number
  /** Digest of the document. A span that arrives again with the same digest changes nothing. */
  digest: string
  /** JSON of a ReportedCall; null if the span is not a model call. */
  call: string | null
  response_id: string | null
  /** The request that was recorded from another span of the same call. */
  shared_request_id: number | null
  /** Number of the document's events that arrived as log records. */
  log_events: number
  created_at: number
  updated_at: number
}

/** A log record that arrived before its span, in the form of an event. */
export interface SpanLogRow {
  workspace_id: number
  trace_id: string
  span_id: string
  digest: string
  event: string
  created_at: number
}

/** A trace to copy to ClickHouse, as LogOutboxRow for requests. */
export interface TraceOutboxRow {
  seq: Generated<number>
  workspace_id: number
  trace_id: string
  /** When the trace was created. */
  created_at: number
  batch: number | null
}

export interface TraceCopyRow extends CopyRow {
  backfill_start: number | null
  backfill_trace: string | null
}
