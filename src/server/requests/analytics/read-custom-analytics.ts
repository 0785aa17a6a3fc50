import { parseCharts } from '../../../engine/analytics/index.ts'
import { parseSearch } from '../../../engine/search/index.ts'
import type { Database } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { listPromptNames } from '../queries.ts'
import { searchLog } from '../search/search-log.ts'
import { chartsTimeout, refusingTimeout, sharedLimit } from '../search/time-limit.ts'
import { latencyPercentilesOf, presentChart } from './present-chart.ts'
import { bucketingOf, spanOf } from './read-analytics.ts'
import { withoutTimeOrder } from './summand-queries.ts'

export const readCustomRequestAnalytics: Handler<'readCustomRequestAnalytics'> = async (
  { store },
  { caller, body },
) => {
  const charts = parseCharts(body.customCharts)
  const query = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  return refusingTimeout(async () => {
    const search = await searchLog(store, caller.workspace, query, { limit: sharedLimit(chartsTimeout) })
    const bucketing = bucketingOf(await spanOf(search), body.time_zone, body.interval)
    const valuesOfCharts = await search.charts(charts, bucketing)
    const customCharts = await Promise.all(
      valuesOfCharts.map(async ({ names, values, totals }, index) => {
        const { grouping, isTimeSeries } = charts[index]!
        const labels =
          grouping?.by === 'column' && grouping.field === 'prompt_id'
            ? await promptLabels(store.db, caller.workspace, names!)
            : null
        const data = { bucketing: isTimeSeries ? bucketing : null, names, labels, values, totals }
        return presentChart(charts[index]!, data)
      }),
    )
    const latencyPercentiles = latencyPercentilesOf(valuesOfCharts.some(({ isExact }) => isExact))
    return { success: true as const, customCharts, latencyPercentiles }
  })
}

/** Names of prompts that are not deleted, by their ids as texts. */
async function promptLabels(db: Database, workspace: WorkspaceId, ids: readonly string[]) {
  const names = await listPromptNames(db, workspace, ids.map(Number), 'live')
  return new Map([...names].map(([id, name]) => [String(id), name]))
}
