import { parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { promptRegistry } from '../../prompts/index.ts'
import { chooseDriver } from '../search/choose-driver-queries.ts'
import { openSearch } from '../search/open-search.ts'
import { chartsTimeout, queriesWithin, refusingTimeout } from '../search/time-limit.ts'
import { latencyPercentilesOf } from './present-chart.ts'
import { presentUsage } from './present-usage.ts'
import { scoresQuery, usageLatenciesQuery, usageQuery } from './prompt-usage-queries.ts'
import { bucketingOf, extentOf, sampleSize } from './read-analytics.ts'
import { requestSummands, withoutTimeOrder } from './summand-queries.ts'

export const readPromptUsage: Handler<'readPromptUsage'> = async ({ store }, { caller, params, body }) => {
  const prompt = await promptRegistry.get(store.db, caller.workspace, params.prompt_id)
  const given = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  const query = {
    ...given,
    filter: {
      type: 'all' as const,
      of: [given.filter, { type: 'number_in' as const, field: 'prompt_id' as const, in: [prompt.id] }],
    },
  }
  return refusingTimeout(async () => {
    const search = await openSearch(store, caller.workspace, query, queriesWithin(store, chartsTimeout))
    const bucketing = bucketingOf(await extentOf(search), body.time_zone)
    const summands = requestSummands(search, await chooseDriver(search))
    const usageOf = { search, summands, bucketing, by: body.by }
    const usage = await search.runQuery(usageQuery(usageOf))
    const scores = await search.runQuery(scoresQuery(usageOf))
    const isExact = usage.reduce((sum, row) => sum + Number(row.requests), 0) < sampleSize
    const latencies = isExact ? await search.runQuery(usageLatenciesQuery(usageOf)) : null
    return {
      success: true as const,
      latencyPercentiles: latencyPercentilesOf(isExact),
      ...presentUsage({ usage, scores, latencies }, bucketing),
    }
  })
}
