/** Statements that make the tables in ClickHouse, in order. They never change after a release, and each may run twice. */
export const steps: readonly { readonly name: string; readonly statement: string }[] = [
  {
    name: '0001_requests',
    statement: `create table if not exists requests (
        workspace_id UInt32,
        id UInt64,
        batch UInt64 codec(Delta, ZSTD(1)),
        feature LowCardinality(String),
        provider LowCardinality(String),
        model LowCardinality(String),
        status LowCardinality(String),
        error_type LowCardinality(Nullable(String)),
        -- Milliseconds since 1970, with a fraction.
        started_at Float64 codec(ZSTD(1)),
        ended_at Float64 codec(ZSTD(1)),
        latency_ms Float64 codec(ZSTD(1)),
        latency_bucket Int32,
        input_tokens Int64 codec(T64, ZSTD(1)),
        output_tokens Int64 codec(T64, ZSTD(1)),
        cached_tokens Int64 codec(T64, ZSTD(1)),
        thinking_tokens Int64 codec(T64, ZSTD(1)),
        turn_count Int64 codec(T64, ZSTD(1)),
        tool_call_count Int64 codec(T64, ZSTD(1)),
        price Float64 codec(ZSTD(1)),
        price_source LowCardinality(String),
        prompt_id Nullable(UInt64),
        prompt_version_number Nullable(Int64),
        prompt_label LowCardinality(Nullable(String)),
        group_id Nullable(UInt64),
        span_id Nullable(String),
        created_at Int64 codec(Delta, ZSTD(1)),
        output_shape LowCardinality(String),
        scores Map(LowCardinality(String), Float64),
        -- Facets as kind, key and value, separated by NUL.
        facets Array(String) codec(ZSTD(1)),
        -- The folded value of each facet; empty if it equals the value.
        folded Array(String) codec(ZSTD(1)),
        input_text String codec(ZSTD(3)),
        output_text String codec(ZSTD(3)),
        words Array(String) codec(ZSTD(3)),
        index by_id id type minmax granularity 1,
        index by_facet facets type text(tokenizer = 'array'),
        index by_word words type text(tokenizer = 'array')
      ) engine = MergeTree
      -- Partitioned by arrival, which the server sets; start times that callers send could demand any number of months.
      partition by toYYYYMM(fromUnixTimestamp64Milli(created_at, 'UTC'))
      order by (workspace_id, started_at, id)
      settings index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1,
        non_replicated_deduplication_window = 10000`,
  },
  {
    // An index that finds the rows of the latest batches.
    name: '0002_batches',
    statement: `alter table requests add index if not exists by_batch batch type minmax granularity 1,
      materialize index by_batch`,
  },
  {
    name: '0003_times_of_calls',
    statement: `alter table requests
      add column if not exists time_to_first_token_ms Nullable(Float64) codec(ZSTD(1)),
      add column if not exists output_tokens_per_second Nullable(Float64) codec(ZSTD(1)),
      add column if not exists attempts Nullable(Int64) codec(ZSTD(1)),
      add column if not exists waited_ms Nullable(Int64) codec(ZSTD(1))`,
  },
  {
    name: '0004_traces',
    statement: `create table if not exists traces (
        workspace_id UInt32,
        trace_id String codec(ZSTD(1)),
        batch UInt64 codec(Delta, ZSTD(1)),
        created_at Int64 codec(Delta, ZSTD(1)),
        updated_at Int64 codec(Delta, ZSTD(1)),
        closed_at Nullable(Int64) codec(ZSTD(1)),
        started_at Float64 codec(ZSTD(1)),
        ended_at Nullable(Float64) codec(ZSTD(1)),
        duration_ms Nullable(Float64) codec(ZSTD(1)),
        name Nullable(String) codec(ZSTD(1)),
        status LowCardinality(Nullable(String)),
        span_count Int64 codec(T64, ZSTD(1)),
        error_count Int64 codec(T64, ZSTD(1)),
        unfinished Int64 codec(T64, ZSTD(1)),
        request_count Int64 codec(T64, ZSTD(1)),
        cost Nullable(Float64) codec(ZSTD(1)),
        unpriced Int64 codec(T64, ZSTD(1)),
        input_tokens Int64 codec(T64, ZSTD(1)),
        output_tokens Int64 codec(T64, ZSTD(1)),
        tokens Int64 codec(T64, ZSTD(1)),
        session_id Nullable(String) codec(ZSTD(1)),
        user_id Nullable(String) codec(ZSTD(1)),
        -- Facets as kind, key and value, separated by NUL.
        facets Array(String) codec(ZSTD(1)),
        index by_creation created_at type minmax granularity 1,
        index by_batch batch type minmax granularity 1,
        index by_session session_id type bloom_filter(0.01) granularity 1,
        index by_user user_id type bloom_filter(0.01) granularity 1,
        index by_facet facets type text(tokenizer = 'array')
      ) engine = MergeTree
      partition by toYYYYMM(fromUnixTimestamp64Milli(created_at, 'UTC'))
      order by (workspace_id, started_at, trace_id)
      settings index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1,
        non_replicated_deduplication_window = 10000`,
  },
]

export const stepsTable = `create table if not exists galley_schema (name String, at DateTime default now())
  engine = MergeTree order by name`
