import { type Chart, type Grouping, needsRequests, parseCharts } from '../../../engine/analytics/index.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver, type Driver } from '../search/choose-driver-queries.ts'
import { openSearch } from '../search/open-search.ts'
import type { Search } from '../search/search.ts'
import { chartsTimeout, queriesWithin, refusingTimeout } from '../search/time-limit.ts'
import { type ChartQuery, groupsQuery, measureQuery, type Value } from './chart-queries.ts'
import { countQuery, promptNamesQuery } from './overview-queries.ts'
import { latencyPercentilesOf, presentChart } from './present-chart.ts'
import { bucketingOf, extentOf, sampleSize, sourceFor } from './read-analytics.ts'
import { summandsOf, withoutTimeOrder } from './summand-queries.ts'

export const readCustomRequestAnalytics: Handler<'readCustomRequestAnalytics'> = async (
  { store },
  { caller, body },
) => {
  const charts = parseCharts(body.customCharts)
  const query = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  return refusingTimeout(async () => {
    const search = await openSearch(store, caller.workspace, query, queriesWithin(store, chartsTimeout))
    const bucketing = bucketingOf(await extentOf(search), body.time_zone, body.interval)
    const driver = await chooseDriver(search)
    const isExact = charts.some(asksLatencies) && (await hasFewer(search, driver, sampleSize))
    const customCharts = []
    for (const chart of charts) {
      const isOfRequests = needsRequests(chart) || (isExact && asksLatencies(chart))
      const source = isOfRequests ? ({ from: 'requests' } as const) : sourceFor(search, bucketing)
      const chartQuery: ChartQuery = {
        search,
        summands: summandsOf(search, source, driver),
        grouping: storedGrouping(chart.grouping),
        bucketing: chart.isTimeSeries ? bucketing : null,
        isExact: isExact && isOfRequests,
      }
      customCharts.push(await chartOf(chartQuery, chart))
    }
    return { success: true as const, customCharts, latencyPercentiles: latencyPercentilesOf(isExact) }
  })
}

const asksLatencies = ({ measures }: Chart): boolean =>
  measures.some(({ metric, field }) => metric === 'percentile' && field === 'latency_ms')

async function hasFewer(search: Search, driver: Driver, limit: number): Promise<boolean> {
  const [row] = await search.runQuery(countQuery(search, driver, limit))
  return Number(row!.count) < limit
}

/** Normalises the key as stored facets do. */
const storedGrouping = (grouping: Grouping | null): Grouping | null =>
  grouping?.by === 'facet' ? { ...grouping, key: facetText(grouping.key) } : grouping

async function chartOf(chartQuery: ChartQuery, chart: Chart) {
  const { search } = chartQuery
  const { runQuery } = search
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
  const labels =
    chart.grouping?.by === 'column' && chart.grouping.field === 'prompt_id'
      ? await labelsOf(search, names!)
      : null
  return presentChart(chart, { bucketing: chartQuery.bucketing, names, labels, values, totals })
}

async function labelsOf(search: Search, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const prompts = names.length > 0 ? await promptNamesQuery(search, names.map(Number)) : []
  return new Map(prompts.map(({ id, name }) => [String(id), name]))
}
