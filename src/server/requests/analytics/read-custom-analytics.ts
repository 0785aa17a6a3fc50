import { type Grouping, parseCharts } from '../../../engine/analytics/index.ts'
import { parseSearch } from '../../../engine/search/index.ts'
import type { Database } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
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
        const labels = await labelsOf(store.db, caller.workspace, grouping, names ?? [])
        const data = { bucketing: isTimeSeries ? bucketing : null, names, labels, values, totals }
        return presentChart(charts[index]!, data)
      }),
    )
    const latencyPercentiles = latencyPercentilesOf(valuesOfCharts.some(({ isExact }) => isExact))
    return { success: true as const, customCharts, latencyPercentiles }
  })
}

/** Display names of groups whose name has the id of a prompt; a deleted prompt is shown by its id. */
async function labelsOf(
  db: Database,
  workspace: WorkspaceId,
  grouping: Grouping | null,
  groups: readonly string[],
): Promise<Map<string, string> | null> {
  if (grouping?.by !== 'column') return null
  if (grouping.field !== 'prompt_id' && grouping.field !== 'prompt_version') return null
  const versions = groups.map((group) => [group, ...group.split(':')] as const)
  const ids = versions.map(([, id]) => Number(id))
  const names = await listPromptNames(db, workspace, ids, 'live')
  return new Map(
    versions.map(([group, id, version]) => {
      const name = names.get(Number(id)) ?? id!
      return [group, version === undefined ? name : `${name} v${version}`]
    }),
  )
}
