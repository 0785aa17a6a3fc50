import { sql } from 'kysely'
import { type Database, insertRows, type SheetOperationRow, sameWorkspace, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

type CounterColumn =
  | 'completed'
  | 'failed'
  | 'released'
  | 'open_batches'
  | 'calls'
  | 'cost'
  | 'unpriced_calls'

/** The counts of an operation without cells. */
const none: Pick<SheetOperationRow, CounterColumn> = {
  completed: 0,
  failed: 0,
  released: 0,
  open_batches: 0,
  calls: 0,
  cost: 0,
  unpriced_calls: 0,
}

export const insertOperation = (
  tx: Tx,
  row: Omit<SheetOperationRow, CounterColumn> & Partial<Pick<SheetOperationRow, CounterColumn>>,
) => insertRows(tx, 'sheet_operations', { ...none, ...row })

/** The newest run of each sheet. */
export async function selectLatestRuns(db: Database, workspace: WorkspaceId, sheets: readonly number[]) {
  if (sheets.length === 0) return []
  return db
    .selectFrom('sheets')
    .innerJoin('sheet_operations', (join) =>
      join.onRef('sheet_operations.workspace_id', '=', 'sheets.workspace_id').on(
        'sheet_operations.id',
        '=',
        sql<string>`(select id from sheet_operations as newest
          where newest.workspace_id = sheets.workspace_id and newest.sheet = sheets.number and newest.kind = 'recalculate'
          order by newest.created_at desc, newest.id desc limit 1)`,
      ),
    )
    .selectAll('sheet_operations')
    .where('sheets.workspace_id', '=', workspace)
    .where('sheets.number', 'in', sheets)
    .execute()
}

/** Maximum operations of one channel; the SDKs wait for a few at a time. */
const maxOperations = 50

/** Operations of a sheet that started after a time, newest first. */
export async function selectRecentOperations(
  db: Database,
  workspace: WorkspaceId,
  sheet: string,
  since: number,
) {
  return db
    .selectFrom('sheets')
    .innerJoin('sheet_operations', sameWorkspace('sheet_operations', 'sheets', { sheet: 'number' }))
    .selectAll('sheet_operations')
    .where('sheets.workspace_id', '=', workspace)
    .where('sheets.id', '=', sheet)
    .where('sheet_operations.kind', '=', 'recalculate')
    .where('sheet_operations.created_at', '>=', since)
    .orderBy('sheet_operations.created_at', 'desc')
    .limit(maxOperations)
    .execute()
}
