import {
  type Bucketing,
  dateLabelOf,
  dateOf,
  latencyPercentiles,
  mergeHistograms,
  percentileOf,
  percentilesOf,
  readHistogram,
} from '../../../engine/analytics/index.ts'
import { Pace } from '../../pacing/pace.ts'
import { kindNumber } from '../facet-entries.ts'
import {
  costKind,
  type FacetRow,
  type LatencyRow,
  type OverviewPart,
  type OverviewRow,
  type ToolCallRow,
} from './overview-queries.ts'
import { latencyPercentilesOf } from './present-chart.ts'
import type { OverviewSums } from './sum-overview.ts'
import type { SummedColumn } from './summand-queries.ts'

interface Overview extends OverviewSums {
  readonly bucketing: Bucketing
  /** Names of prompts, by id. */
  readonly names: ReadonlyMap<number, string>
  readonly costKey: string | null
  readonly sampleSize: number
}

/** A chart with more buckets lists only the buckets that have requests. */
const maxBuckets = 400

export async function presentOverview(overview: Overview) {
  const { bucketing, rows, sampleSize } = overview
  const { milliseconds, name: interval } = bucketing.interval
  const rowsOf = (part: OverviewPart) => rows.filter((row) => row.part === part)
  const byBucket = Map.groupBy(rowsOf('status'), ({ bucket }) => bucket)
  const buckets = bucketsOf([...byBucket.keys()])
  const all = rowsOf('status')
  const requests = sum(all, 'requests')
  const cached = sum(all, 'cached_tokens')
  const input = sum(all, 'input_tokens')
  const prompts = rowsOf('all.prompt')
  const pace = new Pace()
  const { latencies } = overview
  const exact = (nameOf: (row: LatencyRow) => unknown) => latencies && exactLatencies(latencies, nameOf, pace)
  const latency = await latencyByDay(bucketing, byBucket, await exact(() => ''), pace)
  const byName = async (part: OverviewPart, nameOf: (row: LatencyRow) => unknown) =>
    latencyByNameByDay(bucketing, rowsOf(part), await exact(nameOf), pace)
  const latencyByModelByDay = await byName('model', ({ model }) => model)
  const latencyByPromptTemplateByDay = await byName('prompt', ({ prompt_id }) => prompt_id)
  const latencyByProviderByDay = await byName('provider', ({ provider }) => provider)
  return {
    success: true as const,
    chartInterval: {
      interval,
      bucketSizeMs: milliseconds,
      bucketMinutes: milliseconds >= 60_000 ? milliseconds / 60_000 : null,
    },
    averageLatency: averageSeconds(all),
    totalCost: sum(all, 'price'),
    unpricedRequests: sum(all, 'unpriced'),
    totalTokens: input + sum(all, 'output_tokens'),
    uncountedRequests: sum(all, 'uncounted'),
    totalRequests: requests,
    totalCachedTokens: cached,
    totalThinkingTokens: sum(all, 'thinking_tokens'),
    cacheTokenRatio: input > 0 ? cached / input : null,
    stats: buckets.map((bucket) => statOf(overview, bucket, byBucket.get(bucket) ?? [])),
    mostUsedModels: rowsOf('all.model').map(({ name, requests }) => [name, requests]),
    modelRequestsByDay: requestsByDay(bucketing, rowsOf('model')),
    mostUsedPromptTemplates: prompts.map(({ name, requests }) => ({
      promptId: name,
      requests,
      promptName: overview.names.get(Number(name)) ?? null,
    })),
    promptTemplateRequestsByDay: requestsByDay(bucketing, rowsOf('prompt')),
    providerRequestsByDay: requestsByDay(bucketing, rowsOf('provider')),
    latency,
    latencyByModelByDay,
    latencyByPromptTemplateByDay,
    latencyByProviderByDay,
    errorTypes: rowsOf('all.error').map(({ name, requests }) => ({ errorType: name, requests })),
    providerBreakdown: rowsOf('all.provider').map((row) => ({ provider: row.name, ...amountsOf(row) })),
    promptBreakdown: prompts.map((row) => ({ promptId: row.name, ...amountsOf(row) })),
    ...presentFacets(overview),
    breakdownRequests: Math.min(requests, sampleSize),
    breakdownIsExact: requests <= sampleSize,
    latencyPercentiles: latencyPercentilesOf(overview.latencies !== null),
  }
}

/** The lists of tags, keys, tools and metadata values, which cover only the sample. */
function presentFacets({ facets, costKey }: Overview) {
  const ofKind = (kind: number) => facets.filter((row) => row.kind === kind)
  const tools = ofKind(kindNumber('tool_names'))
  return {
    tagsBreakdown: ofKind(kindNumber('tags')).map((row) => ({ tag: row.name, ...amountsOf(row) })),
    metadataKeysTop: ofKind(kindNumber('metadata')).map(keyCount),
    outputKeysTop: ofKind(kindNumber('output')).map(keyCount),
    toolsLatency: tools.map((row) => ({
      toolName: row.name,
      requests: Number(row.requests),
      avgLatencySeconds: row.latency_ms / Number(row.requests) / 1000,
      minLatencySeconds: row.least_ms / 1000,
      maxLatencySeconds: row.most_ms / 1000,
    })),
    toolsUsageBars: tools.map(({ name, requests }) => ({ name, requests: Number(requests) })),
    metadataValueBreakdown: ofKind(costKind).map(({ name, requests, price, unpriced }) => ({
      key: costKey!,
      value: name,
      label: name,
      requests: Number(requests),
      cost: price,
      unpricedRequests: Number(unpriced),
    })),
  }
}

function bucketsOf(buckets: readonly number[]): number[] {
  const sorted = buckets.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || last - first >= maxBuckets) return sorted
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

type Sums = Readonly<Record<SummedColumn, number>>

const sum = (rows: readonly Sums[], column: SummedColumn): number =>
  rows.reduce((all, row) => all + row[column], 0)
const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
const averageSeconds = (rows: readonly Sums[]): number =>
  ratio(sum(rows, 'latency_ms') / 1000, sum(rows, 'requests'))

function statOf({ bucketing, toolCalls }: Overview, bucket: number, rows: readonly OverviewRow[]) {
  const requests = sum(rows, 'requests')
  const [json, toolCall] = [sum(rows, 'json_outputs'), sum(rows, 'tool_call_outputs')]
  const [inputTokens, outputTokens] = [sum(rows, 'input_tokens'), sum(rows, 'output_tokens')]
  return {
    date: dateOf(bucketing, bucket),
    dateLabel: dateLabelOf(bucketing, bucket),
    requests,
    tokens: inputTokens + outputTokens,
    inputTokens,
    outputTokens,
    cost: sum(rows, 'price'),
    unpricedRequests: sum(rows, 'unpriced'),
    uncountedRequests: sum(rows, 'uncounted'),
    latency: averageSeconds(rows),
    cachedTokens: sum(rows, 'cached_tokens'),
    thinkingTokens: sum(rows, 'thinking_tokens'),
    traceShare: ratio(sum(rows, 'traced'), requests),
    statusCounts: Object.fromEntries(rows.map((row) => [row.name, row.requests])),
    outputShapeCounts: { json, toolCall, plainText: requests - json - toolCall },
    avgTurnCount: ratio(sum(rows, 'turns'), requests),
    avgToolCallCount: ratio(sum(rows, 'tool_calls'), requests),
    toolCallCountP95: toolCallPercentile(
      toolCalls.filter((row) => Number(row.bucket) === bucket),
      requests,
    ),
  }
}

/** The percentile of tool calls; null if the sample does not contain all requests of the bucket. */
function toolCallPercentile(rows: readonly ToolCallRow[], requests: number): number | null {
  const values = rows.flatMap((row) => Array<number>(Number(row.requests)).fill(Number(row.tool_calls)))
  return values.length === requests ? percentileOf(values, 95) : null
}

const amountsOf = (
  row: Pick<FacetRow, 'requests' | 'input_tokens' | 'output_tokens' | 'price' | 'unpriced' | 'uncounted'>,
) => ({
  requests: Number(row.requests),
  cost: row.price,
  unpricedRequests: Number(row.unpriced),
  uncountedRequests: Number(row.uncounted),
  tokens: row.input_tokens + row.output_tokens,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
})

const keyCount = ({ name, requests }: FacetRow) => ({ key: name, requests: Number(requests) })

function requestsByDay(bucketing: Bucketing, rows: readonly OverviewRow[]) {
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [
      name,
      inOrder(own).map(({ bucket, requests }) => [dateOf(bucketing, bucket), requests]),
    ]),
  )
}

const inOrder = (rows: readonly OverviewRow[]): OverviewRow[] => rows.toSorted((a, b) => a.bucket - b.bucket)

/** Milliseconds by bucket and name; null if there are only histograms. */
type ExactLatencies = ReadonlyMap<string, readonly number[]> | null

const keyOf = (bucket: number, name: unknown): string => `${bucket}\n${name}`

async function exactLatencies(
  rows: readonly LatencyRow[],
  nameOf: (row: LatencyRow) => unknown,
  pace: Pace,
): Promise<ExactLatencies> {
  const latencies = new Map<string, number[]>()
  for (const row of rows) {
    const key = keyOf(row.bucket, nameOf(row))
    const groupLatencies = latencies.get(key) ?? []
    for (const text of row.latencies.split(',')) groupLatencies.push(Number(text))
    latencies.set(key, groupLatencies)
    await pace.pause()
  }
  return latencies
}

type Latencies = ReturnType<typeof latenciesOf>

/** Latencies in seconds, from the exact latencies if there are any. */
function latenciesOf(rows: readonly OverviewRow[], exact: readonly number[] | undefined) {
  const [p50, p90, p95] = (exact ? percentilesOf(exact, shownPercents) : percentilesOfBuckets(rows)).map(
    (milliseconds) => (milliseconds ?? 0) / 1000,
  )
  return {
    average_latency: averageSeconds(rows),
    p50_latency: p50!,
    p90_latency: p90!,
    p95_latency: p95!,
  }
}

const shownPercents = [50, 90, 95]

const percentilesOfBuckets = (rows: readonly OverviewRow[]) =>
  latencyPercentiles(mergeHistograms(rows.map(({ latencies }) => readHistogram(latencies))), shownPercents)

type Day = readonly [date: string, latencies: Latencies]

/** Presents the buckets. Other calls get a turn in between, because reading a year of histograms takes 20 ms. */
async function daysOf(
  bucketing: Bucketing,
  buckets: Iterable<readonly [bucket: number, rows: readonly OverviewRow[]]>,
  exact: (bucket: number) => readonly number[] | undefined,
  pace: Pace,
): Promise<Day[]> {
  const days: Day[] = []
  for (const [bucket, rows] of buckets) {
    days.push([dateOf(bucketing, bucket), latenciesOf(rows, exact(bucket))])
    await pace.pause()
  }
  return days
}

async function latencyByDay(
  bucketing: Bucketing,
  byBucket: ReadonlyMap<number, readonly OverviewRow[]>,
  exact: ExactLatencies,
  pace: Pace,
) {
  const sorted = [...byBucket].sort(([a], [b]) => a - b)
  const days = await daysOf(bucketing, sorted, (bucket) => exact?.get(keyOf(bucket, '')), pace)
  return eachKind((kind) => Object.fromEntries(days.map(([date, latencies]) => [date, latencies[kind]])))
}

async function latencyByNameByDay(
  bucketing: Bucketing,
  rows: readonly OverviewRow[],
  exact: ExactLatencies,
  pace: Pace,
) {
  const named = []
  for (const [name, own] of Map.groupBy(rows, (row) => row.name)) {
    const buckets = inOrder(own).map((row) => [row.bucket, [row]] as const)
    const days = await daysOf(bucketing, buckets, (bucket) => exact?.get(keyOf(bucket, name)), pace)
    named.push([name, eachKind((kind) => days.map(([date, latencies]) => [date, latencies[kind]]))] as const)
  }
  return Object.fromEntries(named)
}

const eachKind = <T>(latencyOf: (kind: keyof Latencies) => T) => ({
  average_latency: latencyOf('average_latency'),
  p50_latency: latencyOf('p50_latency'),
  p90_latency: latencyOf('p90_latency'),
  p95_latency: latencyOf('p95_latency'),
})
