import type { Handler } from '../../http/handler.ts'
import type { LatestTable, SheetPorts } from '../ports.ts'
import { selectTablesByChange } from './overview-queries.ts'
import { readOverviews } from './read-overviews.ts'

export const listLatestTableOverviews =
  ({ runs, scoring }: SheetPorts): Handler<'listLatestTableOverviews'> =>
  async ({ store }, { caller: { workspace }, query: { by, limit } }) => {
    const tables =
      by === 'changes'
        ? await selectTablesByChange(store.scan, workspace, limit)
        : await Promise.all([
            runs.latestTables(store.scan, workspace, limit),
            scoring.latestTables(store.scan, workspace, limit),
          ])
    const ids = newestTables(tables.flat(), limit)
    return {
      success: true as const,
      overviews: await readOverviews({ runs, scoring }, store.db, workspace, ids),
    }
  }

/** The ids of the newest tables, each once: tables with a running run first, then the others by time. */
function newestTables(tables: readonly LatestTable[], limit: number): readonly string[] {
  const newest = tables.toSorted((a, b) => Number(b.isUnderWay) - Number(a.isUnderWay) || b.at - a.at)
  return [...new Set(newest.map(({ table_id }) => table_id))].slice(0, limit)
}
