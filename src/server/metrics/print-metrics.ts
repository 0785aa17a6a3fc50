import type { LogCopyStatus } from '../clickhouse-copy/index.ts'
import type { Context } from '../context.ts'
import { freeBytesOrNull } from '../data-folder.ts'
import { databaseBytes, programSchema, walBytes } from '../db/index.ts'
import { isOverloaded, type Load } from '../http/back-pressure.ts'
import type { JobWorker } from '../jobs/index.ts'
import { readLastBackup } from '../last-backup.ts'
import { version } from '../version.ts'
import { bodySamples } from './body-samples.ts'
import { countOpenJobs } from './job-queries.ts'
import type { Metrics } from './metrics.ts'
import type { SeriesName } from './series.ts'
import { printSeries, type Sample } from './text.ts'

export interface MetricSources {
  readonly context: Context
  readonly metrics: Metrics
  readonly load: () => Load
  /** Null if the installation has no copy of the log. */
  readonly copyStatus: () => Promise<LogCopyStatus | null>
  readonly worker: JobWorker | null
}

const sampleOf = (value: number | null): Sample[] => (value === null ? [] : [{ value }])

/** Prints all series. If storage does not answer, series that need it are left out. */
export async function printMetrics({
  context,
  metrics,
  load,
  copyStatus,
  worker,
}: MetricSources): Promise<string> {
  const { store, config, sandbox, modelSlots } = context
  const now = context.now()
  const waiting = load()
  const writes = store.writes()
  const calls = modelSlots.figures()
  const providers = [...calls.providers]
  const codeFigures = Object.entries(sandbox.figures())
  const jobs = await countOpenJobs(store).catch(() => [])
  const earliestByKind = new Map<string, number>()
  for (const { kind, progress, ready_at } of jobs)
    if (progress !== 'leased')
      earliestByKind.set(kind, Math.min(ready_at, earliestByKind.get(kind) ?? Number.POSITIVE_INFINITY))
  const level = await sandbox.level().then(
    (status) => status.level,
    () => 'unavailable',
  )
  const copy = await copyStatus()
  const backup = readLastBackup(config.folder)
  const { user, system } = process.cpuUsage()
  const samples = {
    galley_build_info: [{ labels: { version, schema: String(programSchema()) }, value: 1 }],
    galley_http_requests_total: metrics.requests(),
    galley_http_request_duration_seconds: metrics.durations(),
    galley_http_too_many_requests_total: metrics.tooMany(),
    galley_overloaded: sampleOf(isOverloaded(waiting) ? 1 : 0),
    galley_event_loop_delay_p99_seconds: metrics.eventLoopDelayP99(),
    galley_pending_writes: sampleOf(waiting.units),
    galley_pending_write_bytes: sampleOf(waiting.bytes),
    galley_oldest_pending_write_seconds: sampleOf(waiting.milliseconds / 1_000),
    galley_writes_total: sampleOf(writes.durable),
    galley_write_commits_total: sampleOf(writes.commits),
    galley_write_seconds_total: sampleOf(writes.milliseconds / 1_000),
    galley_database_connections: store
      .connections()
      .flatMap(({ pool, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
    galley_pending_index_requests: store.dialect === 'sqlite' ? sampleOf(waiting.unindexed) : [],
    galley_log_copy_pending: sampleOf(copy && copy.pending + copy.traces.pending),
    galley_log_copy_failing: sampleOf(
      copy && (copy.problem === null && copy.traces.problem === null ? 0 : 1),
    ),
    galley_log_copy_fallbacks_total: sampleOf(copy && copy.fallbacks + copy.traces.fallbacks),
    galley_jobs: jobs.map(({ kind, progress, count }) => ({
      labels: { kind, state: progress },
      value: Number(count),
    })),
    galley_oldest_queued_job_seconds: [...earliestByKind].map(([kind, readyAt]) => ({
      labels: { kind },
      value: Math.max(0, now - readyAt) / 1_000,
    })),
    galley_jobs_finished_total: sampleOf(worker?.progress().finished ?? null),
    galley_model_attempts_total: providers.flatMap(([provider, { attempts }]) =>
      Object.entries(attempts).map(([outcome, value]) => ({ labels: { provider, outcome }, value })),
    ),
    galley_model_tokens_total: providers.flatMap(([provider, { inputTokens, outputTokens }]) => [
      { labels: { provider, direction: 'input' }, value: inputTokens },
      { labels: { provider, direction: 'output' }, value: outputTokens },
    ]),
    galley_model_calls: [
      { labels: { state: 'under_way' }, value: calls.underWay },
      { labels: { state: 'waiting' }, value: calls.waiting },
    ],
    galley_model_slots: sampleOf(calls.slots),
    galley_model_cost_dollars_total: providers.map(([provider, { dollars }]) => ({
      labels: { provider },
      value: dollars.toNumber(),
    })),
    galley_model_unpriced_answers_total: providers.map(([provider, { unpriced }]) => ({
      labels: { provider },
      value: unpriced,
    })),
    ...bodySamples(store),
    galley_sign_in_failures_total: metrics.signInFailures(),
    galley_sandbox_info: [{ labels: { level }, value: 1 }],
    galley_sandbox_calls_total: codeFigures.flatMap(([language, { calls: byOutcome }]) =>
      Object.entries(byOutcome).map(([outcome, value]) => ({ labels: { language, outcome }, value })),
    ),
    galley_sandbox_started_runners_total: codeFigures.map(([language, { startedRunners }]) => ({
      labels: { language },
      value: startedRunners,
    })),
    galley_database_bytes: store.dialect === 'sqlite' ? sampleOf(databaseBytes(config)) : [],
    galley_wal_bytes: store.dialect === 'sqlite' ? sampleOf(walBytes(config)) : [],
    galley_disk_free_bytes: sampleOf(freeBytesOrNull(config.folder)),
    galley_last_backup_age_seconds: sampleOf(backup && Math.max(0, (now - Date.parse(backup.at)) / 1_000)),
    process_resident_memory_bytes: sampleOf(process.memoryUsage.rss()),
    process_cpu_seconds_total: sampleOf((user + system) / 1e6),
  } satisfies Record<SeriesName, Sample[]>
  return Object.entries(samples)
    .map(([name, values]) => printSeries(name as SeriesName, values))
    .join('')
}
