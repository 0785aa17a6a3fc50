import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { LatestTable } from '../sheets/index.ts'
import { selectTablesByRun, selectTablesUnderWay } from './latest-tables-queries.ts'

/** See `RunsPort.latestTables`. */
export async function tablesWithLatestRuns(
  db: Database,
  workspace: WorkspaceId,
  limit: number,
): Promise<readonly LatestTable[]> {
  const [underWay, all] = await Promise.all([
    selectTablesUnderWay(db, workspace, limit),
    selectTablesByRun(db, workspace, limit),
  ])
  return [
    ...underWay.map((table) => ({ ...table, isUnderWay: true })),
    ...all.flatMap(({ table_id, at }) => (at === null ? [] : { table_id, at, isUnderWay: false })),
  ]
}
