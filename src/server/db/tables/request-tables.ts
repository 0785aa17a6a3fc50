import type { Generated } from 'kysely'

/** On PostgreSQL `requests` and `request_payloads` are partitioned by month. */

export interface RequestRow {
  workspace_id: number
  id: number
  /** The wire format of the original: `log` (/log-request), `track` (/track-request), or `run` for Galley's own calls. */
  source: 'log' | 'track' | 'run'
  /**
   * The `source` of the API: the feature that sent the request. Programs before schema 39 write the wire format into
   * the column `source`.
   */
  feature: 'app' | 'playground' | 'evaluation' | 'workflow'
  provider: string
  model: string
  function_name: string
  api_type: string | null
  started_at: number
  ended_at: number
  status: string
  error_type: string | null
  error_message: string | null
  input_tokens: number
  output_tokens: number
  price: number
  price_source: 'given' | 'computed' | 'unknown_model' | 'no_usage'
  prompt_id: number | null
  prompt_version_number: number | null
  prompt_label: string | null
  /** Set if the variables arrived after the request. */
  prompt_input_variables: string | null
  group_id: number | null
  span_id: string | null
  tags: string
  metadata: string
  created_at: number
  /** JSON of the facts that determine the price besides model and tokens; see `requests/billing.ts`. */
  billing: string | null
  latency_ms: number
  latency_bucket: number
  output_shape: string
  /** All facets as [kind, key, value], for filters that no index covers. */
  facets: string
  /** Cached tokens; a part of `input_tokens`. */
  cached_tokens: number
  thinking_tokens: number
  /** Number of user messages. */
  turn_count: number
  /** Number of tool calls in the answer. */
  tool_call_count: number
  /** Milliseconds to the first token of the answer; as the next three, null if unknown. */
  time_to_first_token_ms: number | null
  /** See `outputTokensPerSecond`. */
  output_tokens_per_second: number | null
  attempts: number | null
  /** Milliseconds before the last attempt. */
  waited_ms: number | null
}

export interface RequestScoreRow {
  workspace_id: number
  request_id: number
  name: string
  score: number
}

export interface RequestViewRow {
  workspace_id: number
  id: number
  name: string
  query: string
  since_hours: number | null
  columns: string | null
  created_at: number
  updated_at: number
}

export interface TraceViewRow extends RequestViewRow {
  list: 'traces' | 'sessions' | 'users'
}

/** `since_hours` and `columns` stay null. */
export interface SheetViewRow extends RequestViewRow {
  sheet: number
}

export interface RequestGroupRow {
  workspace_id: number
  id: number
  created_at: number
}

export interface IdempotencyKeyRow {
  workspace_id: number
  key: string
  /** SHA-256 of operation and body. */
  digest: string
  request_id: number
  created_at: number
}

/** The large parts of a request, see `payload.ts`. */
export interface RequestPayloadRow {
  workspace_id: number
  request_id: number
  /** The body as received, without the API key, compressed with zstd. On SQLite it also contains the texts. */
  payload: Uint8Array
  /** On SQLite, the shared frame that holds the payload; `payload` is then empty. */
  frame_id: Generated<number | null>
  frame_position: Generated<number | null>
  /** The object, if the original is in object storage; `payload` then holds the rest. */
  body_object: number | null
  /** Offset of the frame in the object. */
  body_offset: number | null
  body_length: number | null
}

/** The payloads of several requests; see `PayloadFrame`. */
export interface PayloadFrameRow {
  id: Generated<number>
  frame: Uint8Array
}

/** Pictures, audio, video and documents of bodies, once for each workspace. */
export interface MediaRow {
  workspace_id: number
  sha256: string
  type: string
  size: number
  /** Empty if the bytes are in an object. */
  bytes: Uint8Array
  object: number | null
}

/** Triggers delete this row with the payload of its request, and a medium with its last row here or in `span_media`. */
export interface RequestMediaRow {
  workspace_id: number
  request_id: number
  sha256: string
}

/** A trigger deletes this row with its span. */
export interface SpanMediaRow {
  workspace_id: number
  trace_id: string
  span_id: string
  sha256: string
}

/** An object in the bucket with frames of bodies, see `bodies/frame.ts`. */
export interface BodyObjectRow {
  id: number
  workspace_id: number
  name: string
  state: 'writing' | 'stored'
  bodies: number
  bytes: number
  created_at: number
  /** The time from which no request refers to the object; null while one does. */
  emptied_at: number | null
  /** 1 if the object contains bodies of a deleted person. */
  must_repack: Generated<number>
}

/** The only row: the process that moves bodies. */
export interface BodyMoverRow {
  id: number
  direction: 'out' | 'back'
  holder: string | null
  lease_until: number
}

/** The last request, in order of arrival, whose body was considered for moving. */
export interface BodyMarkRow {
  workspace_id: number
  created_at: number
  request_id: number
}

/** The facet index: one row for each facet of a request, in the order of lists. */
export interface RequestFacetRow {
  workspace_id: number
  kind: number
  key: string
  value: string
  started_at: number
  request_id: number
}

/** Hourly sums, updated in the transactions of their requests. */
export interface RequestHourRow {
  workspace_id: number
  /** Hours since 1970, of the start times of the requests. */
  hour: number
  provider: string
  model: string
  /** 0 without a prompt. */
  prompt_id: number
  source: RequestRow['feature']
  status: string
  /** Empty without an error. */
  error_type: string
  /** See `latencyBucket`. */
  latency_bucket: number
  /** Each PostgreSQL writer updates its own shard, so that writers do not wait for each other's row locks. */
  shard: number
  requests: number
  input_tokens: number
  output_tokens: number
  price: number
  latency_ms: number
  cached_tokens: number
  thinking_tokens: number
  turns: number
  tool_calls: number
  /** Requests that a span reported. */
  traced: number
  json_outputs: number
  tool_call_outputs: number
  /** Requests without a known price. */
  unpriced: number
}

/** SQLite only: a request that is not indexed yet. */
export interface RequestArrivalRow {
  request_id: number
  workspace_id: number
  /** Length of the texts that searches scan; 0 if an older version stored the request. */
  characters: number
}

/** SQLite only: the earliest and latest start of 1,024 consecutive ids. The range may be too wide, never too narrow. */
export interface RequestStretchRow {
  workspace_id: number
  /** The request ids divided by 1,024. */
  stretch: number
  earliest: number
  latest: number
}

/** A request from before search existed, which is not indexed yet. */
export interface RequestBacklogRow {
  workspace_id: number
  request_id: number
}

/** A request to copy to ClickHouse. Triggers write it in the transaction of the change. */
export interface LogOutboxRow {
  seq: Generated<number>
  workspace_id: number
  request_id: number
  batch: number | null
}

/** The only row: the state of a table's copy in ClickHouse. */
export interface CopyRow {
  id: 1
  /** `changes`: ClickHouse lacks the rows from before the copy began. */
  state: 'off' | 'changes' | 'backfill' | 'complete'
  read_from: 'database' | 'clickhouse'
  batch: number | null
  last_batch: number
  /** Up to this batch, the copy of a row has replaced its earlier copies. */
  finished_batch: number
  /** Why copying fails; null if the last attempt succeeded. */
  problem: string | null
  backfill_workspace: number | null
}

export interface LogCopyRow extends CopyRow {
  backfill_request: number | null
}

export interface RequestTables {
  log_outbox: LogOutboxRow
  log_copy: LogCopyRow
  requests: RequestRow
  request_payloads: RequestPayloadRow
  payload_frames: PayloadFrameRow
  media: MediaRow
  request_media: RequestMediaRow
  span_media: SpanMediaRow
  body_objects: BodyObjectRow
  body_mover: BodyMoverRow
  body_marks: BodyMarkRow
  request_facets: RequestFacetRow
  request_hours: RequestHourRow
  request_arrivals: RequestArrivalRow
  request_stretches: RequestStretchRow
  request_backlog: RequestBacklogRow
  request_scores: RequestScoreRow
  request_groups: RequestGroupRow
  request_views: RequestViewRow
  trace_views: TraceViewRow
  sheet_views: SheetViewRow
  idempotency_keys: IdempotencyKeyRow
}
