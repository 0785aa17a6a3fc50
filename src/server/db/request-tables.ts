import type { Generated } from 'kysely'

/** On PostgreSQL `requests` and `request_payloads` are partitioned by month. */

export interface RequestRow {
  workspace_id: number
  id: number
  /** The wire format of the original: `log` (/log-request), `track` (/track-request), or `run` for Galley's own calls. */
  source: 'log' | 'track' | 'run'
  /** The API's `source`, which feature sent the request: programs before schema 39 write the format into `source`. */
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
  /** Set if the variables were sent after the request was logged. */
  prompt_input_variables: string | null
  group_id: number | null
  span_id: string | null
  tags: string
  metadata: string
  created_at: number
  /** JSON of the billing facts that determine the price besides model and tokens; see `requests/billing.ts`. */
  billing: string | null
  latency_ms: number
  latency_bucket: number
  output_shape: string
  /** All facets as [kind, key, value], for filters that no index covers. */
  facets: string
  /** A part of the input tokens. */
  cached_tokens: number
  thinking_tokens: number
  /** Messages of the user. */
  turn_count: number
  /** Tool calls of the answer. */
  tool_call_count: number
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

export interface RequestGroupRow {
  workspace_id: number
  id: number
  created_at: number
}

export interface IdempotencyKeyRow {
  workspace_id: number
  key: string
  /** SHA-256 of the operation and the body. */
  digest: string
  request_id: number
  created_at: number
}

/** The large parts of a request, see `payload.ts`. */
export interface RequestPayloadRow {
  workspace_id: number
  request_id: number
  /** The body as received, without the API key, compressed with zstd. On SQLite it includes the texts. */
  payload: Uint8Array
  /** On SQLite: the frame that holds the payload, with those of other requests; `payload` is then empty. */
  frame_id: Generated<number | null>
  frame_position: Generated<number | null>
  /** Set if the original is in object storage; `payload` then holds the rest. */
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
  /** Empty if an object has them. */
  bytes: Uint8Array
  object: number | null
}

/** Triggers delete the row with the payload of the request, and the media with their last row here or in `span_media`. */
export interface RequestMediaRow {
  workspace_id: number
  request_id: number
  sha256: string
}

/** Triggers delete the row with its span. */
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
  /** Since when no request needs it. */
  emptied_at: number | null
  /** 1: it contains bodies of a deleted person. */
  must_repack: Generated<number>
}

/** The one row of the process that moves bodies. */
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

/** Hourly sums, updated together with their requests. */
export interface RequestHourRow {
  workspace_id: number
  /** Hours since 1970 of the start times. */
  hour: number
  provider: string
  model: string
  /** 0 for none. */
  prompt_id: number
  source: RequestRow['feature']
  status: string
  /** Empty for none. */
  error_type: string
  /** See `latencyBucket`. */
  latency_bucket: number
  /** PostgreSQL writers use different shards, to avoid waiting for each other's row locks. */
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
  /** Requests that belong to a span. */
  traced: number
  json_outputs: number
  tool_call_outputs: number
  /** Requests without a known price. */
  unpriced: number
}

/** SQLite only: requests that are not indexed yet. */
export interface RequestArrivalRow {
  request_id: number
  workspace_id: number
  /** Length of the texts that are searched; 0 if an older version stored the request. */
  characters: number
}

/** SQLite only: the range of start times of 1,024 consecutive ids. The range may be too wide, never too narrow. */
export interface RequestStretchRow {
  workspace_id: number
  /** The request ids divided by 1,024. */
  stretch: number
  earliest: number
  latest: number
}

/** Requests older than search that are not indexed yet. */
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

/** One row: the copy of the log in ClickHouse. */
export interface LogCopyRow {
  id: 1
  /** `changes`: requests from before the copy began are missing in ClickHouse. */
  state: 'off' | 'changes' | 'backfill' | 'complete'
  read_from: 'database' | 'clickhouse'
  batch: number | null
  last_batch: number
  /** Batches up to this one have replaced the earlier rows of their requests. */
  finished_batch: number
  /** Why copying fails; null: the last attempt succeeded. */
  problem: string | null
  backfill_workspace: number | null
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
  idempotency_keys: IdempotencyKeyRow
}
