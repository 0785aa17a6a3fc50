import { type Chart, type Grouping, needsRequests, parseCharts } from '../../../engine/analytics/index.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver, type Driver } from '../search/choose-driver-queries.ts'
import { askInTime, askWithin, patienceForCharts } from '../search/in-time.ts'
import { openSearch, type Search } from '../search/open-search.ts'
import { type Drawing, groupsQuery, measureQuery, type Value } from './chart-queries.ts'
import { countQuery, promptNamesQuery } from './overview-queries.ts'
import { latencyPercentilesOf, presentChart } from './present-chart.ts'
import { bucketingOf, extentOf, mostLookedInto, sourceFor } from './read-analytics.ts'
import { summandsOf, unordered } from './summand-queries.ts'

export const readCustomRequestAnalytics: Handler<'readCustomRequestAnalytics'> = async (
  { store },
  { caller, body },
) => {
  const charts = parseCharts(body.customCharts)
  const query = unordered(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  return askInTime(async () => {
    const search = await openSearch(store, caller.workspace, query, askWithin(store, patienceForCharts))
    const bucketing = bucketingOf(await extentOf(search), body.time_zone)
    const driver = await chooseDriver(search)
    const isExact = charts.some(asksLatencies) && (await hasFewer(search, driver, mostLookedInto))
    const customCharts = []
    for (const chart of charts) {
      const isOfRequests = needsRequests(chart) || (isExact && asksLatencies(chart))
      const source = isOfRequests ? ({ from: 'requests' } as const) : sourceFor(search, bucketing)
      const drawing: Drawing = {
        search,
        summands: summandsOf(search, source, driver),
        grouping: storedGrouping(chart.grouping),
        bucketing: chart.isTimeSeries ? bucketing : null,
        isExact: isExact && isOfRequests,
      }
      customCharts.push(await drawn(drawing, chart))
    }
    return { success: true as const, customCharts, latencyPercentiles: latencyPercentilesOf(isExact) }
  })
}

const asksLatencies = ({ measures }: Chart): boolean =>
  measures.some(({ metric, field }) => metric === 'percentile' && field === 'latency_ms')

async function hasFewer(search: Search, driver: Driver, most: number): Promise<boolean> {
  const [row] = await search.ask(countQuery(search, driver, most))
  return Number(row!.count) < most
}

/** A key as facets have it. */
const storedGrouping = (grouping: Grouping | null): Grouping | null =>
  grouping?.by === 'facet' ? { ...grouping, key: facetText(grouping.key) } : grouping

async function drawn(drawing: Drawing, chart: Chart) {
  const { search } = drawing
  const { ask } = search
  const groups = drawing.grouping && (await ask(groupsQuery(drawing, chart.measures[0]!, chart.limit)))
  const names = groups?.map(({ name }) => name) ?? null
  const values: Value[][] = []
  const totals: Value[][] = []
  for (const measure of chart.measures) {
    values.push(names?.length === 0 ? [] : await ask(measureQuery(drawing, measure, names)))
    if (chart.insights)
      totals.push(await ask(measureQuery({ ...drawing, grouping: null, bucketing: null }, measure, null)))
  }
  const labels =
    chart.grouping?.by === 'column' && chart.grouping.field === 'prompt_id'
      ? await labelsOf(search, names!)
      : null
  return presentChart(chart, { bucketing: drawing.bucketing, names, labels, values, totals })
}

async function labelsOf(search: Search, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const prompts = names.length > 0 ? await promptNamesQuery(search, names.map(Number)) : []
  return new Map(prompts.map(({ id, name }) => [String(id), name]))
}
