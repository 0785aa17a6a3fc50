import {
  type Bucketing,
  type IntervalName,
  intervalFor,
  intervalOf,
  offsetsOf,
  timeBoundsOf,
} from '../../../engine/analytics/index.ts'
import { facetText, parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { listPromptNames } from '../queries.ts'
import type { LogSearch } from '../search/log-search.ts'
import { searchLog } from '../search/search-log.ts'
import { chartsTimeout, refusingTimeout, sharedLimit } from '../search/time-limit.ts'
import type { Extent } from './overview-queries.ts'
import { presentOverview } from './present-overview.ts'
import { sampleSize, withoutTimeOrder } from './summand-queries.ts'

export const readRequestAnalytics: Handler<'readRequestAnalytics'> = async ({ store }, { caller, body }) => {
  const query = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  const costKey = body.metadata_cost_breakdown_key ? facetText(body.metadata_cost_breakdown_key) : null
  return refusingTimeout(async () => {
    const search = await searchLog(store, caller.workspace, query, { limit: sharedLimit(chartsTimeout) })
    const bucketing = bucketingOf(await spanOf(search), body.time_zone)
    const sums = await search.overview(bucketing, costKey)
    const prompts = sums.rows.filter(({ part }) => part === 'all.prompt').map(({ name }) => Number(name))
    const names = await listPromptNames(store.db, caller.workspace, prompts, 'live')
    return presentOverview({ ...sums, bucketing, names, costKey, sampleSize })
  })
}

/** The time span of the matching requests, at most: limited by the filter and by the first and last request of the log. */
export async function spanOf(search: LogSearch): Promise<Extent> {
  const { start, end } = await search.extent()
  const filteredSpan = timeBoundsOf(search.query)
  if (start === null || end === null) return { start: null, end: null }
  const from = Math.max(start, filteredSpan.start ?? start)
  return { start: from, end: Math.max(from, Math.min(end, filteredSpan.end ?? end)) }
}

export function bucketingOf(
  { start, end }: Extent,
  zone: string | null | undefined,
  chosen?: IntervalName | null,
): Bucketing {
  const [from, to] = [start ?? 0, end ?? 0]
  const interval = chosen == null ? intervalFor(to - from) : intervalOf(chosen, to - from)
  return { interval, offsets: offsetsOf(zone, from, to) }
}
