import type { SearchQuery } from '../../src/engine/search/index.ts'
import { copiedRows, type LogCopy } from '../../src/server/clickhouse-copy/log-copy.ts'
import { extentQuery } from '../../src/server/requests/analytics/overview-queries.ts'
import { ClickHouseLogSearch } from '../../src/server/requests/search/clickhouse/clickhouse-log-search.ts'
import { queriesWithin } from '../../src/server/requests/search/time-limit.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'

const limit = () => 60_000

/** Searches ClickHouse alone, after the batches up to `finished`; null: no batch is under way. */
export const searchCopy = (
  { clickhouse, store }: LogCopy,
  workspace: WorkspaceId,
  query: SearchQuery,
  finished: number | null,
): ClickHouseLogSearch =>
  new ClickHouseLogSearch({
    rows: copiedRows(clickhouse, 'requests', workspace, finished),
    workspace,
    query,
    limit,
    countLimit: limit,
    extent: async () => (await queriesWithin(store, limit)(extentQuery({ store, workspace })))[0]!,
  })
