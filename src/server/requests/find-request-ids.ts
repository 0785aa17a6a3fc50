import { parseSearch, type SearchWish } from '../../engine/search/index.ts'
import type { Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { chooseDriver } from './search/choose-driver-queries.ts'
import { findPage } from './search/find-page.ts'
import { askInTime, patience } from './search/in-time.ts'
import { openSearch } from './search/open-search.ts'
import type { Found, Page } from './search/plan-queries.ts'

export type { SearchWish as RequestWish }

/** @throws Refusal that says what is wrong with the wish. */
export function checkSearch(wish: SearchWish): void {
  parseSearch(wish)
}

const pageSize = 5_000

/** The ids of the requests that are found, in their order, `limit` at most. @throws Refusal when it takes too long. */
export async function findRequestIds(
  store: Store,
  workspace: WorkspaceId,
  wish: SearchWish,
  limit: number,
): Promise<number[]> {
  const query = parseSearch(wish)
  return askInTime(async () => {
    const search = await openSearch(store, workspace, query, (one) => store.question(one, patience))
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
