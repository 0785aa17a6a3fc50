import { narrowQuery, parseSearch } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { CostOptions, DayCost, Window } from '../ledger-queries.ts'
import { searchLog } from '../search/search-log.ts'
import { chartsTimeout, refusingTimeout, sharedLimit } from '../search/time-limit.ts'
import { withoutTimeOrder } from './summand-queries.ts'

/** The costs by day of the requests in a time span that a search finds. */
export function searchCosts(
  store: Store,
  workspace: WorkspaceId,
  criteria: Parameters<typeof parseSearch>[0],
  { from, to }: Window,
  options: CostOptions,
): Promise<DayCost[]> {
  const range = { from, to, includesFrom: true, includesTo: false }
  const query = narrowQuery(withoutTimeOrder(parseSearch(criteria)), range)
  return refusingTimeout(async () => {
    const search = await searchLog(store, workspace, query, { limit: sharedLimit(chartsTimeout) })
    return search.costs(options)
  })
}
