/** The tables of logged requests. On PostgreSQL `requests` and `request_payloads` are in partitions by month. */

export interface RequestRow {
  workspace_id: number
  id: number
  /** Which wire the original is in: `log` (/log-request), else `track` (/track-request); `run` is Galley's own call. */
  source: 'log' | 'track' | 'run'
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
  /** Set when the variables were given after the request was logged. */
  prompt_input_variables: string | null
  group_id: number | null
  span_id: string | null
  tags: string
  metadata: string
  created_at: number
  /** What the price is computed from beside model and tokens: who answered, and parts of the tokens. JSON. */
  billing: string | null
  latency_ms: number
  latency_bucket: number
  output_shape: string
  /** Every facet of the request as [kind, key, value], for filters that no index answers. */
  facets: string
  /** Of the input tokens; those of the output. */
  cached_tokens: number
  thinking_tokens: number
  /** How often the user spoke. */
  turn_count: number
  /** Tools that the answer calls. */
  tool_call_count: number
}

export interface RequestScoreRow {
  workspace_id: number
  request_id: number
  name: string
  score: number
}

/** A search under a name. */
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

export interface RequestGroupRow {
  workspace_id: number
  id: number
  created_at: number
}

/** Under which key a request was logged. */
export interface IdempotencyKeyRow {
  workspace_id: number
  key: string
  /** The operation, and the SHA-256 of the body. */
  digest: string
  request_id: number
  created_at: number
}

/** What is large of a request. */
export interface RequestPayloadRow {
  workspace_id: number
  request_id: number
  /** The body as it came, byte for byte, less the API key; compressed with zstd. On SQLite the texts are inside too. */
  payload: Uint8Array
}

/** One row for each thing a request can be found by, in the order that lists show. */
export interface RequestFacetRow {
  workspace_id: number
  kind: number
  key: string
  value: string
  started_at: number
  request_id: number
}

/** Sums by the hour, changed together with the requests that they sum up. */
export interface RequestHourRow {
  workspace_id: number
  /** Hours since 1970 at which the requests started. */
  hour: number
  provider: string
  model: string
  /** 0: none. */
  prompt_id: number
  status: string
  /** Empty: none. */
  error_type: string
  /** See `latencyBucket`. */
  latency_bucket: number
  /** Writers of PostgreSQL each have their own rows, so as not to wait for each other. */
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
  /** Requests with a span. */
  traced: number
  json_outputs: number
  tool_call_outputs: number
  /** Requests whose price is not known. */
  unpriced: number
}

/** SQLite only: requests on their way into the index. */
export interface RequestArrivalRow {
  request_id: number
  workspace_id: number
}

/** SQLite: when the requests of 1,024 ids in a row started; the bounds may be too wide, never too narrow. */
export interface RequestStretchRow {
  workspace_id: number
  /** The ids, divided by 1,024. */
  stretch: number
  earliest: number
  latest: number
}

/** Requests from before there was a search, which it does not know yet. */
export interface RequestBacklogRow {
  workspace_id: number
  request_id: number
}

export interface RequestTables {
  requests: RequestRow
  request_payloads: RequestPayloadRow
  request_facets: RequestFacetRow
  request_hours: RequestHourRow
  request_arrivals: RequestArrivalRow
  request_stretches: RequestStretchRow
  request_backlog: RequestBacklogRow
  request_scores: RequestScoreRow
  request_groups: RequestGroupRow
  request_views: RequestViewRow
  idempotency_keys: IdempotencyKeyRow
}
