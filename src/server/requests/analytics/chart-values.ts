import {
  type Bucketing,
  type Chart,
  type Grouping,
  isTokenField,
  needsRequests,
} from '../../../engine/analytics/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import type { Driver } from '../search/choose-driver-queries.ts'
import { countQuery } from '../search/plan-queries.ts'
import type { Search } from '../search/search.ts'
import { type ChartQuery, groupsQuery, measureQuery, type Value } from './chart-queries.ts'
import { sampleSize, sourceFor, summandsOf, summandsWithUncounted } from './summand-queries.ts'

export interface ChartValues {
  /** Names of the groups, largest first; null if the chart has no groups. */
  readonly names: readonly string[] | null
  /** One list of values for each measure. */
  readonly values: readonly (readonly Value[])[]
  /** The totals of each measure, if the chart shows ratios. */
  readonly totals: readonly (readonly Value[])[]
  /** False if percentiles of latency come from histograms. */
  readonly isExact: boolean
}

export async function chartValues(
  search: Search,
  driver: Driver,
  charts: readonly Chart[],
  bucketing: Bucketing,
): Promise<ChartValues[]> {
  const isExact = charts.some(hasLatencyPercentile) && (await hasFewer(search, driver, sampleSize))
  const valuesOfCharts: ChartValues[] = []
  for (const chart of charts) {
    const isOfRequests = needsRequests(chart) || (isExact && hasLatencyPercentile(chart))
    const source = isOfRequests ? ({ from: 'requests' } as const) : sourceFor(search, bucketing)
    const chartQuery: ChartQuery = {
      search,
      summands: (sumsTokens(chart) ? summandsWithUncounted : summandsOf)(search, source, driver),
      grouping: storedGrouping(chart.grouping),
      bucketing: chart.isTimeSeries ? bucketing : null,
      isExact: isExact && isOfRequests,
    }
    valuesOfCharts.push({ ...(await valuesOf(chartQuery, chart)), isExact })
  }
  return valuesOfCharts
}

const sumsTokens = ({ measures }: Chart): boolean =>
  measures.some(({ field }) => field !== null && isTokenField(field))

const hasLatencyPercentile = ({ measures }: Chart): boolean =>
  measures.some(({ metric, field }) => metric === 'percentile' && field === 'latency_ms')

async function hasFewer(search: Search, driver: Driver, limit: number): Promise<boolean> {
  const [row] = await search.runQuery(countQuery(search, driver, limit))
  return Number(row!.total) < limit
}

/** Normalises the key of a grouping as stored facets are normalised. */
const storedGrouping = (grouping: Grouping | null): Grouping | null =>
  grouping?.by === 'facet' ? { ...grouping, key: facetText(grouping.key) } : grouping

async function valuesOf(chartQuery: ChartQuery, chart: Chart): Promise<Omit<ChartValues, 'isExact'>> {
  const { runQuery } = chartQuery.search
  const groups =
    chartQuery.grouping && (await runQuery(groupsQuery(chartQuery, chart.measures[0]!, chart.limit)))
  const names = groups?.map(({ name }) => name) ?? null
  const values: Value[][] = []
  const totals: Value[][] = []
  for (const measure of chart.measures) {
    values.push(names?.length === 0 ? [] : await runQuery(measureQuery(chartQuery, measure, names)))
    if (chart.insights)
      totals.push(
        await runQuery(measureQuery({ ...chartQuery, grouping: null, bucketing: null }, measure, null)),
      )
  }
  return { names, values, totals }
}
