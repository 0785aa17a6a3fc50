import { parseSearch, type SearchWish } from '../../engine/search/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { chooseDriver } from './search/choose-driver-queries.ts'
import { findPage } from './search/find-page.ts'
import { openSearch } from './search/open-search.ts'
import type { Found, Page } from './search/plan-queries.ts'
import { refusingTimeout, searchTimeout } from './search/time-limit.ts'

export type { SearchWish as RequestWish }

/** @throws Refusal if the search is not valid. */
export function checkSearch(wish: SearchWish): void {
  parseSearch(wish)
}

const pageSize = 5_000

/**
 * Ids of matching requests in search order, at most `limit`. @throws Refusal if the search takes too long.
 */
export async function findRequestIds(
  store: Store,
  workspace: WorkspaceId,
  wish: SearchWish,
  limit: number,
): Promise<number[]> {
  const query = parseSearch(wish)
  return refusingTimeout(async () => {
    const search = await openSearch(store, workspace, query, (compiled) =>
      store.timedQuery(compiled, searchTimeout),
    )
    const driver = await chooseDriver(search)
    const ids: number[] = []
    let after: Found | null = null
    do {
      const page: Page = { after, offset: 0, limit: Math.min(pageSize, limit - ids.length) }
      const found: Found[] = await findPage(search, driver, page)
      ids.push(...found.map(({ id }) => id))
      after = found.length === page.limit ? found.at(-1)! : null
    } while (after !== null && ids.length < limit)
    return ids
  })
}
