import { parseSearch, type SearchCriteria } from '../../engine/search/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { searchLog } from './search/search-log.ts'
import { refusingTimeout, searchTimeout } from './search/time-limit.ts'
import { walkPages } from './search/walk-pages.ts'

const maxPageRequests = 5_000

/** Ids of matching requests in the order of the search, at most `limit`. @throws Refusal if the search takes too long. */
export async function findRequestIds(
  store: Store,
  workspace: WorkspaceId,
  criteria: SearchCriteria,
  limit: number,
): Promise<number[]> {
  return refusingTimeout(async () => {
    const search = await searchLog(store, workspace, parseSearch(criteria), { limit: () => searchTimeout })
    const ids: number[] = []
    for await (const { rows } of walkPages(search, Math.min(maxPageRequests, limit))) {
      ids.push(...rows.map(({ id }) => id))
      if (ids.length >= limit) break
    }
    return ids.slice(0, limit)
  })
}
