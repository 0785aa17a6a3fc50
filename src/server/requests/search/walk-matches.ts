import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { chooseDriver } from './choose-driver-queries.ts'
import { findPage } from './find-page.ts'
import { withListedWords } from './listed-words.ts'
import { openSearch } from './open-search.ts'
import type { Found, Position } from './plan-queries.ts'
import type { RunQuery } from './time-limit.ts'

/** Pages of matching requests in the order of the query. A page that is not full is the last. */
export async function* walkMatches(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  { pageSize, runQuery }: { readonly pageSize: number; readonly runQuery: RunQuery },
): AsyncGenerator<readonly Found[]> {
  const opened = await openSearch(store, workspace, query, runQuery)
  let after: Position | null = null
  for (;;) {
    const position: Position | null = after
    const page: readonly Found[] = await withListedWords(opened, async (search) =>
      findPage(search, await chooseDriver(search), { after: position, offset: 0, limit: pageSize }),
    )
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last
  }
}
