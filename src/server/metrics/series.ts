/** Upper bounds in seconds. There are only five, because each bound is a series for each route. */
export const durationBuckets = [0.01, 0.05, 0.25, 1, 5] as const

interface Series {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
}

/** All series with their labels; a test compares docs/metrics.md with them. A label has few values, and none from callers. */
export const series = {
  galley_build_info: { type: 'gauge', labels: ['version', 'schema'], help: 'Always 1.' },
  galley_http_requests_total: {
    type: 'counter',
    labels: ['method', 'route', 'status'],
    help: 'Answered calls by route pattern and status class (2xx to 5xx).',
  },
  galley_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['method', 'route'],
    help: 'Seconds from the head of a call to the end of its answer.',
  },
  galley_http_too_many_requests_total: {
    type: 'counter',
    labels: [],
    help: 'Calls answered 429: over a rate, or refused because storage is behind.',
  },
  galley_overloaded: {
    type: 'gauge',
    labels: [],
    help: '1 while log calls are refused because storage is behind.',
  },
  galley_event_loop_delay_p99_seconds: {
    type: 'gauge',
    labels: [],
    help: '99th percentile of the delay of the event loop since the last scrape.',
  },
  galley_pending_writes: { type: 'gauge', labels: [], help: 'Units of writes that are not durable yet.' },
  galley_pending_write_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Memory of the units of writes that are not durable yet.',
  },
  galley_oldest_pending_write_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest unit of writes that is not durable yet.',
  },
  galley_writes_total: {
    type: 'counter',
    labels: [],
    help: 'Units of writes that became durable, and on SQLite transactions.',
  },
  galley_write_commits_total: {
    type: 'counter',
    labels: [],
    help: 'Commits; writes that arrive together share one.',
  },
  galley_write_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'Sum of the seconds that durable writes took from their start.',
  },
  galley_database_connections: {
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Connections in use and idle, and queries that wait for one (PostgreSQL).',
  },
  galley_pending_index_requests: {
    type: 'gauge',
    labels: [],
    help: 'Stored requests that the search index does not have yet (SQLite).',
  },
  galley_log_copy_pending: {
    type: 'gauge',
    labels: [],
    help: 'Changes of the log that ClickHouse does not have yet.',
  },
  galley_log_copy_failing: {
    type: 'gauge',
    labels: [],
    help: '1 while copying to ClickHouse fails.',
  },
  galley_log_copy_fallbacks_total: {
    type: 'counter',
    labels: [],
    help: 'Searches that the database answered instead of ClickHouse.',
  },
  galley_jobs: {
    type: 'gauge',
    labels: ['kind', 'state'],
    help: 'Open jobs: queued, queued again after a failed attempt (retrying), or leased by a worker.',
  },
  galley_oldest_queued_job_seconds: {
    type: 'gauge',
    labels: ['kind'],
    help: 'Age of the oldest queued job whose time has come.',
  },
  galley_jobs_finished_total: { type: 'counter', labels: [], help: 'Jobs that this process ended.' },
  galley_model_attempts_total: {
    type: 'counter',
    labels: ['provider', 'outcome'],
    help: 'Attempts at model calls: answered, refused (rate limit), overloaded or failed.',
  },
  galley_model_tokens_total: {
    type: 'counter',
    labels: ['provider', 'direction'],
    help: 'Tokens of answers that report them, as input and output.',
  },
  galley_model_calls: {
    type: 'gauge',
    labels: ['state'],
    help: 'Model calls under way, and waiting for a slot.',
  },
  galley_model_slots: {
    type: 'gauge',
    labels: [],
    help: 'Calls under way that this process may have for the keys and models in use.',
  },
  galley_model_cost_dollars_total: {
    type: 'counter',
    labels: ['provider'],
    help: 'Cost of answers with a known price.',
  },
  galley_model_unpriced_answers_total: {
    type: 'counter',
    labels: ['provider'],
    help: 'Answers without a known price, which the cost lacks.',
  },
  galley_body_storage_up: {
    type: 'gauge',
    labels: [],
    help: '1 if the last call of the object storage succeeded, 0 if it failed (GALLEY_S3_ENDPOINT).',
  },
  galley_bodies_moved_total: {
    type: 'counter',
    labels: ['direction'],
    help: 'Bodies of requests moved out to object storage, and back into the database.',
  },
  galley_body_storage_failed_writes_total: {
    type: 'counter',
    labels: [],
    help: 'Objects that could not be written; their bodies stay in the database.',
  },
  galley_bodies_unavailable_total: {
    type: 'counter',
    labels: ['reason'],
    help: 'Reads of bodies whose object is lost or changed, or whose storage did not answer.',
  },
  galley_sign_in_failures_total: {
    type: 'counter',
    labels: [],
    help: 'Sign-ins by password that were refused.',
  },
  galley_sandbox_info: { type: 'gauge', labels: ['level'], help: 'Always 1; how user code is isolated.' },
  galley_sandbox_calls_total: {
    type: 'counter',
    labels: ['language', 'outcome'],
    help: 'Calls of user code: succeeded, failed, or refused because no runner was free or could start.',
  },
  galley_sandbox_started_runners_total: {
    type: 'counter',
    labels: ['language'],
    help: 'Sandbox processes that were started, which takes longer than a call in a started one.',
  },
  galley_database_bytes: {
    type: 'gauge',
    labels: [],
    help: 'The embedded database with its write-ahead log (SQLite).',
  },
  galley_wal_bytes: { type: 'gauge', labels: [], help: 'The write-ahead log alone (SQLite).' },
  galley_disk_free_bytes: { type: 'gauge', labels: [], help: 'Free bytes on the disk of the data folder.' },
  galley_last_backup_age_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Age of the last galley backup; absent if none is known.',
  },
  process_resident_memory_bytes: { type: 'gauge', labels: [], help: 'Resident memory of the process.' },
  process_cpu_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'CPU time of the process, user and system.',
  },
} as const satisfies Readonly<Record<string, Series>>

export type SeriesName = keyof typeof series
