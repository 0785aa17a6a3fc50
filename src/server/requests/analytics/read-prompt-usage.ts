import { parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { promptRegistry } from '../../prompts/index.ts'
import { searchLog } from '../search/search-log.ts'
import { chartsTimeout, refusingTimeout, sharedLimit } from '../search/time-limit.ts'
import { latencyPercentilesOf } from './present-chart.ts'
import { presentUsage } from './present-usage.ts'
import { bucketingOf, spanOf } from './read-analytics.ts'
import { withoutTimeOrder } from './summand-queries.ts'

export const readPromptUsage: Handler<'readPromptUsage'> = async ({ store }, { caller, params, body }) => {
  const prompt = await promptRegistry.get(store.db, caller.workspace, params.prompt_id)
  const parsed = withoutTimeOrder(parseSearch({ filter_group: body.filter_group, q: body.q ?? null }))
  const query = {
    ...parsed,
    filter: {
      type: 'all' as const,
      of: [parsed.filter, { type: 'number_in' as const, field: 'prompt_id' as const, in: [prompt.id] }],
    },
  }
  return refusingTimeout(async () => {
    const search = await searchLog(store, caller.workspace, query, { limit: sharedLimit(chartsTimeout) })
    const bucketing = bucketingOf(await spanOf(search), body.time_zone, body.interval)
    const sums = await search.usage(body.by, bucketing)
    return {
      success: true as const,
      latencyPercentiles: latencyPercentilesOf(sums.latencies !== null),
      ...presentUsage(sums, bucketing),
    }
  })
}
