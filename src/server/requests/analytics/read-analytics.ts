import {
  type Bucketing,
  type ChosenInterval,
  holdsWholeHours,
  intervalFor,
  intervalOf,
  knownSpanOf,
  offsetsOf,
  type Source,
  sourceOf,
} from '../../../engine/analytics/index.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver } from '../search/choose-driver-queries.ts'
import { openSearch } from '../search/open-search.ts'
import type { Search } from '../search/search.ts'
import { chartsTimeout, queriesWithin, refusingTimeout } from '../search/time-limit.ts'
import {
  type Extent,
  extentQuery,
  facetsQuery,
  latenciesQuery,
  overviewQuery,
  promptNamesQuery,
  toolCallsQuery,
} from './overview-queries.ts'
import { presentOverview } from './present-overview.ts'
import { summandsOf, withoutTimeOrder } from './summand-queries.ts'

/** Sample size for breakdowns by tag, key and tool. Percentiles over fewer requests are exact. */
export const sampleSize = 20_000

export const readRequestAnalytics: Handler<'readRequestAnalytics'> = async ({ store }, { caller, body }) => {
  const query = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  const costKey = body.metadata_cost_breakdown_key ? facetText(body.metadata_cost_breakdown_key) : null
  return refusingTimeout(async () => {
    const search = await openSearch(store, caller.workspace, query, queriesWithin(store, chartsTimeout))
    const bucketing = bucketingOf(await extentOf(search), body.time_zone)
    const driver = await chooseDriver(search)
    const { runQuery } = search
    const toolCalls = await runQuery(toolCallsQuery(search, driver, bucketing, sampleSize))
    const isExact = toolCalls.reduce((sum, row) => sum + Number(row.requests), 0) < sampleSize
    const latencies = isExact ? await runQuery(latenciesQuery(search, driver, bucketing, sampleSize)) : null
    const source = sourceFor(search, bucketing)
    const rows = await runQuery(overviewQuery(search, summandsOf(search, source, driver), bucketing))
    const facets = await runQuery(facetsQuery(search, driver, costKey, sampleSize))
    const prompts = rows.filter(({ part }) => part === 'all.prompt').map(({ name }) => Number(name))
    const names = prompts.length > 0 ? await promptNamesQuery(search, prompts) : []
    return presentOverview({
      bucketing,
      rows,
      facets,
      toolCalls,
      names,
      costKey,
      sampleSize: sampleSize,
      latencies,
    })
  })
}

/** The time span that can hold matching requests, from the filter and the log's first and last request. */
export async function extentOf(search: Search): Promise<Extent> {
  const [row] = await search.runQuery(extentQuery(search))
  const known = knownSpanOf(search.query)
  const { start, end } = row!
  if (start === null || end === null) return { start: null, end: null }
  const from = Math.max(start, known.start ?? start)
  return { start: from, end: Math.max(from, Math.min(end, known.end ?? end)) }
}

export function bucketingOf(
  { start, end }: Extent,
  zone: string | null | undefined,
  chosen?: ChosenInterval | null,
): Bucketing {
  const [from, to] = [start ?? 0, end ?? 0]
  const interval = chosen == null ? intervalFor(to - from) : intervalOf(chosen, to - from)
  return { interval, offsets: offsetsOf(zone, from, to) }
}

/** Hourly sums can answer if each hour lies in one bucket. */
export const sourceFor = ({ query }: Search, bucketing: Bucketing): Source =>
  holdsWholeHours(bucketing) ? sourceOf(query) : { from: 'requests' }
