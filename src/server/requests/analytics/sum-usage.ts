import type { Bucketing } from '../../../engine/analytics/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import type { Search } from '../search/search.ts'
import {
  type LatencyRow,
  type ScoreRow,
  scoresQuery,
  type UsageBy,
  type UsageRow,
  usageLatenciesQuery,
  usageQuery,
} from './prompt-usage-queries.ts'
import { requestSummands, sampleSize } from './summand-queries.ts'

/** The sums of requests by version or label. */
export interface UsageSums {
  readonly usage: readonly UsageRow[]
  readonly scores: readonly ScoreRow[]
  /** The latency of each request; null if there are too many, and percentiles come from the histograms. */
  readonly latencies: readonly LatencyRow[] | null
}

export async function sumUsage(
  search: Search,
  driver: Driver,
  by: UsageBy,
  bucketing: Bucketing,
): Promise<UsageSums> {
  const query = { search, summands: requestSummands(search, driver), bucketing, by }
  const usage = await search.runQuery(usageQuery(query))
  const scores = await search.runQuery(scoresQuery(query))
  const isExact = usage.reduce((sum, row) => sum + Number(row.requests), 0) < sampleSize
  return { usage, scores, latencies: isExact ? await search.runQuery(usageLatenciesQuery(query)) : null }
}
