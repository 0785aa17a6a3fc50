import type { Bucketing } from '../../../engine/analytics/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import type { Search } from '../search/search.ts'
import { facetsOfClickHouse, overviewOfClickHouse } from './clickhouse-overview-queries.ts'
import { overviewOnceQuery } from './overview-once-queries.ts'
import {
  type FacetRow,
  facetsQuery,
  type LatencyRow,
  latenciesQuery,
  type OverviewRow,
  overviewQuery,
  type ToolCallRow,
  toolCallsQuery,
} from './overview-queries.ts'
import { sampleSize, sourceFor, summandsWithUncounted } from './summand-queries.ts'

/** The sums of an overview. Facets and tool calls cover only the newest `sampleSize` requests. */
export interface OverviewSums {
  readonly rows: readonly OverviewRow[]
  readonly facets: readonly FacetRow[]
  readonly toolCalls: readonly ToolCallRow[]
  /** Latencies of all requests; null if there are too many, and percentiles come from the histograms in `rows`. */
  readonly latencies: readonly LatencyRow[] | null
}

/** On PostgreSQL, up to this number of requests are found once for all sums. More are found again for each sum. */
const maxRequestsInMemory = 50_000

const ofDatabase = { overview: overviewQuery, facets: facetsQuery }
const ofClickHouse = { overview: overviewOfClickHouse, facets: facetsOfClickHouse }

export async function sumOverview(
  search: Search,
  driver: Driver,
  bucketing: Bucketing,
  costKey: string | null,
): Promise<OverviewSums> {
  const { runQuery, store } = search
  const source = sourceFor(search, bucketing)
  if (store.dialect === 'postgres' && source.from === 'requests') {
    const limits = { maxRequests: maxRequestsInMemory, sample: sampleSize }
    const [once] = await runQuery(overviewOnceQuery(search, driver, { bucketing, costKey }, limits))
    const { rows, facets, toolCalls, latencies } = once!
    if (rows && facets && toolCalls) return { rows, facets, toolCalls, latencies }
  }
  const queries = store.dialect === 'clickhouse' ? ofClickHouse : ofDatabase
  const toolCalls = await runQuery(toolCallsQuery(search, driver, bucketing, sampleSize))
  const isExact = toolCalls.reduce((sum, row) => sum + Number(row.requests), 0) < sampleSize
  const latencies = isExact ? await runQuery(latenciesQuery(search, driver, bucketing, sampleSize)) : null
  const summands = summandsWithUncounted(search, source, driver)
  const rows = await runQuery(queries.overview(search, summands, bucketing))
  const facets = await runQuery(queries.facets(search, driver, costKey, sampleSize))
  return { rows, facets, toolCalls, latencies }
}
