import type { SearchQuery } from '../../../../engine/search/index.ts'
import { copyOf } from '../../../clickhouse-copy/index.ts'
import type { Store } from '../../../db/index.ts'
import type { WorkspaceId } from '../../../workspace-id.ts'
import { extentQuery } from '../../analytics/overview-queries.ts'
import { testsScores } from '../driver.ts'
import type { LogSearch } from '../log-search.ts'
import { queriesWithin, type TimeLimit } from '../time-limit.ts'
import { ClickHouseLogSearch } from './clickhouse-log-search.ts'
import { CopiedLogSearch } from './copied-log-search.ts'
import { hasGivenScores } from './search-queries.ts'

/** Milliseconds for a total, or for counts of facets. */
const countTimeout = 1_000

/** Opens a search of the log's copy in ClickHouse; null if the database must answer. */
export async function searchCopy(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  limit: TimeLimit,
  openDatabase: () => Promise<LogSearch>,
): Promise<LogSearch | null> {
  const copy = copyOf(store)
  if (!copy) return null
  // ClickHouse has only scores that are whole numbers from 0 to 100.
  if (testsScores(query.filter) && (await hasGivenScores(store.db, workspace))) return null
  const countLimit = () => Math.min(countTimeout, limit())
  const extent = async () => (await queriesWithin(store, limit)(extentQuery({ store, workspace })))[0]!
  const view = await copy.view(
    'requests',
    workspace,
    (rows) => new ClickHouseLogSearch({ rows, workspace, query, limit, countLimit, extent }),
  )
  return view && new CopiedLogSearch(query, view, openDatabase)
}
