import {
  type Bucketing,
  holdsWholeHours,
  intervalFor,
  knownSpanOf,
  offsetsOf,
  type Source,
  sourceOf,
} from '../../../engine/analytics/index.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver } from '../search/choose-driver-queries.ts'
import { askInTime, askWithin, patienceForCharts } from '../search/in-time.ts'
import { openSearch, type Search } from '../search/open-search.ts'
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
import { summandsOf, unordered } from './summand-queries.ts'

/** Requests that are looked into for their tags, keys and tools; percentiles of fewer are exact. */
export const mostLookedInto = 20_000

export const readRequestAnalytics: Handler<'readRequestAnalytics'> = async ({ store }, { caller, body }) => {
  const query = unordered(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  const costKey = body.metadata_cost_breakdown_key ? facetText(body.metadata_cost_breakdown_key) : null
  return askInTime(async () => {
    const search = await openSearch(store, caller.workspace, query, askWithin(store, patienceForCharts))
    const bucketing = bucketingOf(await extentOf(search), body.time_zone)
    const driver = await chooseDriver(search)
    const { ask } = search
    const toolCalls = await ask(toolCallsQuery(search, driver, bucketing, mostLookedInto))
    const isExact = toolCalls.reduce((sum, row) => sum + Number(row.requests), 0) < mostLookedInto
    const latencies = isExact ? await ask(latenciesQuery(search, driver, bucketing, mostLookedInto)) : null
    const source = sourceFor(search, bucketing)
    const rows = await ask(overviewQuery(search, summandsOf(search, source, driver), bucketing))
    const facets = await ask(facetsQuery(search, driver, costKey, mostLookedInto))
    const prompts = rows.filter(({ part }) => part === 'all.prompt').map(({ name }) => Number(name))
    const names = prompts.length > 0 ? await promptNamesQuery(search, prompts) : []
    return presentOverview({ bucketing, rows, facets, toolCalls, names, costKey, mostLookedInto, latencies })
  })
}

/** Where the requests found may lie, as far as filter and log tell. */
export async function extentOf(search: Search): Promise<Extent> {
  const [row] = await search.ask(extentQuery(search))
  const known = knownSpanOf(search.query)
  const { start, end } = row!
  if (start === null || end === null) return { start: null, end: null }
  const from = Math.max(start, known.start ?? start)
  return { start: from, end: Math.max(from, Math.min(end, known.end ?? end)) }
}

export function bucketingOf({ start, end }: Extent, zone: string | null | undefined): Bucketing {
  const [from, to] = [start ?? 0, end ?? 0]
  return { interval: intervalFor(to - from), offsets: offsetsOf(zone, from, to) }
}

/** Sums by the hour serve when each hour lies in one bucket. */
export const sourceFor = ({ query }: Search, bucketing: Bucketing): Source =>
  holdsWholeHours(bucketing) ? sourceOf(query) : { from: 'requests' }
