import autocannon, { type Result } from 'autocannon'
import { answerJobs } from './helpers.ts'
import type { Load, LoadResult } from './load.ts'
import { percentile } from './statistics.ts'

/** The load generator: one client in a process of its own, the same for every server. */
answerJobs<Load, LoadResult>(async ({ url, requests, connections, seconds }) => {
  const latencies: number[] = []
  const started = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const run = autocannon({ url, requests, connections, duration: seconds }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  run.on('response', (_client, _status, _bytes, milliseconds: number) => latencies.push(milliseconds))
  const result = await promise
  const elapsed = (performance.now() - started) / 1000
  const failed = result.errors + result.non2xx
  if (failed > 0) return { error: `${failed} of ${latencies.length} requests to ${url} failed` }
  latencies.sort((a, b) => a - b)
  return {
    answered: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    max: latencies.at(-1)!,
  }
})
