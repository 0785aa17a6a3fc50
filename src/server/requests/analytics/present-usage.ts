import {
  type Bucketing,
  dateOf,
  latencyPercentiles,
  mergeHistograms,
  percentilesOf,
  readHistogram,
} from '../../../engine/analytics/index.ts'
import type { UsageRow } from './prompt-usage-queries.ts'
import type { UsageSums } from './sum-usage.ts'

const maxGroups = 20

/**
 * Totals, and the largest groups over time. Versions are sorted newest first and labels by name; requests without
 * either come last.
 */
export function presentUsage({ usage, scores, latencies }: UsageSums, bucketing: Bucketing) {
  const scoresByName = Map.groupBy(scores, ({ name }) => name)
  const latenciesByName = latencies && Map.groupBy(latencies, ({ name }) => name)
  const groups = [...Map.groupBy(usage, ({ name }) => name)].map(([name, rows]) => ({
    name,
    rows: {
      usage: rows,
      scores: scoresByName.get(name) ?? [],
      latencies: latenciesByName && (latenciesByName.get(name) ?? []),
    },
    requests: sumOf(rows, 'requests'),
  }))
  const largestGroups = groups.toSorted((a, b) => b.requests - a.requests).slice(0, maxGroups)
  return {
    total: figuresOf({ usage, scores, latencies }),
    groups: largestGroups
      .toSorted((left, right) => compareNames(left.name, right.name))
      .map(({ name, rows }) => ({ name, ...figuresOf(rows), buckets: bucketsOf(rows, bucketing) })),
    more_groups: groups.length - largestGroups.length,
  }
}

function compareNames(left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const difference = Number(right) - Number(left)
  return Number.isNaN(difference) ? (left < right ? -1 : 1) : difference
}

function bucketsOf({ usage, scores, latencies }: UsageSums, bucketing: Bucketing) {
  const scoresByBucket = Map.groupBy(scores, ({ bucket }) => Number(bucket))
  const latenciesByBucket = latencies && Map.groupBy(latencies, ({ bucket }) => Number(bucket))
  return [...Map.groupBy(usage, ({ bucket }) => Number(bucket))]
    .toSorted(([left], [right]) => left - right)
    .map(([bucket, rows]) => ({
      date: dateOf(bucketing, bucket),
      ...figuresOf({
        usage: rows,
        scores: scoresByBucket.get(bucket) ?? [],
        latencies: latenciesByBucket && (latenciesByBucket.get(bucket) ?? []),
      }),
    }))
}

const percents = [50, 95] as const

function figuresOf({ usage, scores, latencies }: UsageSums) {
  const [p50 = null, p95 = null] = latencies
    ? percentilesOf(
        latencies.map((row) => Number(row.latency_ms)),
        percents,
      )
    : latencyPercentiles(mergeHistograms(usage.map((row) => readHistogram(row.latencies))), percents)
  const count = scores.reduce((sum, row) => sum + Number(row.count), 0)
  return {
    requests: sumOf(usage, 'requests'),
    errors: sumOf(usage, 'errors'),
    cost: sumOf(usage, 'price'),
    unpriced_requests: sumOf(usage, 'unpriced'),
    uncounted_requests: sumOf(usage, 'uncounted'),
    input_tokens: sumOf(usage, 'input_tokens'),
    output_tokens: sumOf(usage, 'output_tokens'),
    p50_latency_ms: p50,
    p95_latency_ms: p95,
    score: count === 0 ? null : scores.reduce((sum, row) => sum + Number(row.sum), 0) / count,
    scores: count,
  }
}

const sumOf = (rows: readonly UsageRow[], column: keyof UsageRow): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)
