import { sql } from 'kysely'
import { type Database, sameWorkspace } from '../db/index.ts'
import type { LatestTable } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

const sheetsOf = (db: Database, workspace: WorkspaceId) =>
  db.selectFrom('sheets').where('sheets.workspace_id', '=', workspace).where('sheets.deleted_at', 'is', null)

/** Tables with a running run, the newest run first. */
const selectTablesUnderWay = (db: Database, workspace: WorkspaceId, limit: number) =>
  sheetsOf(db, workspace)
    .innerJoin('sheet_operations', sameWorkspace('sheet_operations', 'sheets', { sheet: 'number' }))
    .select(({ fn }) => ['sheets.table_id', fn.max('sheet_operations.created_at').as('at')])
    .where('kind', '=', 'recalculate')
    .where('sheet_operations.workspace_id', '=', workspace)
    .where((where) =>
      where.or([where('status', '=', sql.lit('queued')), where('status', '=', sql.lit('running'))]),
    )
    .groupBy('sheets.table_id')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

/** Tables in the order of their newest run, newest first. `at` is null without a run. */
const selectTablesByRun = (db: Database, workspace: WorkspaceId, limit: number) =>
  sheetsOf(db, workspace)
    .select([
      'table_id',
      // This reads one index entry for each sheet, however many runs it has.
      sql<number | null>`max((select newest.created_at from sheet_operations as newest
        where newest.workspace_id = sheets.workspace_id and newest.sheet = sheets.number
        and newest.kind = 'recalculate' order by newest.created_at desc limit 1))`.as('at'),
    ])
    .groupBy('table_id')
    .orderBy('at', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()

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
