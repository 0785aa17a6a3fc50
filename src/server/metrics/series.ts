/** Upper bounds in seconds. There are only five, because each bound is a series for each route. */
export const durationBuckets = [0.01, 0.05, 0.25, 1, 5] as const

interface Series {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
}

const seriesOf =
  (type: Series['type']) =>
  (help: string, ...labels: readonly string[]): Series => ({ type, labels, help })

const counter = seriesOf('counter')
const gauge = seriesOf('gauge')
const histogram = seriesOf('histogram')

/** All series with their labels; a test compares docs/metrics.md with them. Labels have few values; callers choose none. */
export const series = {
  galley_build_info: gauge('Always 1.', 'version', 'schema'),
  galley_http_requests_total: counter(
    'Answered calls by route pattern and status class (2xx to 5xx).',
    'method',
    'route',
    'status',
  ),
  galley_http_request_duration_seconds: histogram(
    'Seconds from the head of a call to the end of its answer.',
    'method',
    'route',
  ),
  galley_http_too_many_requests_total: counter(
    'Calls answered 429: over a rate, or refused because storage is behind.',
  ),
  galley_overloaded: gauge('1 while log calls are refused because storage is behind.'),
  galley_event_loop_delay_p99_seconds: gauge(
    '99th percentile of the delay of the event loop since the last scrape.',
  ),
  galley_pending_writes: gauge('Units of writes that are not durable yet.'),
  galley_pending_write_bytes: gauge('Memory of the units of writes that are not durable yet.'),
  galley_oldest_pending_write_seconds: gauge('Age of the oldest unit of writes that is not durable yet.'),
  galley_writes_total: counter('Units of writes that became durable, and on SQLite transactions.'),
  galley_write_commits_total: counter('Commits; writes that arrive together share one.'),
  galley_write_seconds_total: counter('Sum of the seconds that durable writes took from their start.'),
  galley_database_connections: gauge(
    'Connections in use and idle, and queries that wait for one (PostgreSQL).',
    'pool',
    'state',
  ),
  galley_pending_index_requests: gauge('Stored requests that the search index does not have yet (SQLite).'),
  galley_log_copy_pending: gauge('Changes of the log that ClickHouse does not have yet.'),
  galley_log_copy_failing: gauge('1 while copying to ClickHouse fails.'),
  galley_log_copy_fallbacks_total: counter('Searches that the database answered instead of ClickHouse.'),
  galley_jobs: gauge(
    'Open jobs: queued, queued again after a failed attempt (retrying), or leased by a worker.',
    'kind',
    'state',
  ),
  galley_oldest_queued_job_seconds: gauge('Age of the oldest queued job whose time has come.', 'kind'),
  galley_jobs_finished_total: counter('Jobs that this process ended.'),
  galley_model_attempts_total: counter(
    'Attempts at model calls: answered, refused (rate limit), overloaded or failed.',
    'provider',
    'outcome',
  ),
  galley_model_tokens_total: counter(
    'Tokens of answers that report them, as input and output.',
    'provider',
    'direction',
  ),
  galley_model_calls: gauge('Model calls under way, and waiting for a slot.', 'state'),
  galley_model_slots: gauge('Calls under way that this process may have for the keys and models in use.'),
  galley_model_cost_dollars_total: counter('Cost of answers with a known price.', 'provider'),
  galley_model_unpriced_answers_total: counter(
    'Answers without a known price; the cost leaves them out.',
    'provider',
  ),
  galley_body_storage_up: gauge(
    '1 if the last call of the object storage succeeded, 0 if it failed (GALLEY_S3_ENDPOINT).',
  ),
  galley_bodies_moved_total: counter(
    'Bodies of requests moved out to object storage, and back into the database.',
    'direction',
  ),
  galley_body_storage_failed_writes_total: counter(
    'Objects that could not be written; their bodies stay in the database.',
  ),
  galley_bodies_unavailable_total: counter(
    'Reads of bodies whose object is lost or changed, or whose storage did not answer.',
    'reason',
  ),
  galley_sign_in_failures_total: counter('Sign-ins by password that were refused.'),
  galley_sandbox_info: gauge('Always 1; how user code is isolated.', 'level'),
  galley_sandbox_calls_total: counter(
    'Calls of user code: succeeded, failed, or refused because no runner was free or could start.',
    'language',
    'outcome',
  ),
  galley_sandbox_started_runners_total: counter(
    'Sandbox processes that were started, which takes longer than a call in a started one.',
    'language',
  ),
  galley_database_bytes: gauge('The embedded database with its write-ahead log (SQLite).'),
  galley_wal_bytes: gauge('The write-ahead log alone (SQLite).'),
  galley_disk_free_bytes: gauge('Free bytes on the disk of the data folder.'),
  galley_last_backup_age_seconds: gauge('Age of the last galley backup; absent if none is known.'),
  process_resident_memory_bytes: gauge('Resident memory of the process.'),
  process_cpu_seconds_total: counter('CPU time of the process, user and system.'),
} satisfies Readonly<Record<string, Series>>

export type SeriesName = keyof typeof series
