import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { searchCopy } from './clickhouse/search-copy.ts'
import type { LogSearch } from './log-search.ts'
import { openSearch } from './open-search.ts'
import { SqlLogSearch } from './sql-log-search.ts'
import { queriesWithin, sharedLimit, type TimeLimit } from './time-limit.ts'

interface SearchOptions {
  readonly limit?: TimeLimit
  /** True: leave out requests that are not indexed yet. Call `finishIndex` before. */
  readonly isIndexed?: boolean
}

/** Opens a search in the workspace's log. */
export async function searchLog(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  { limit = sharedLimit(), isIndexed = false }: SearchOptions = {},
): Promise<LogSearch> {
  const openDatabase = async () => {
    const search = await openSearch(store, workspace, query, queriesWithin(store, limit))
    return new SqlLogSearch(isIndexed ? { ...search, hasArrivals: false } : search)
  }
  return (await searchCopy(store, workspace, query, limit, openDatabase)) ?? openDatabase()
}
