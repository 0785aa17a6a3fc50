import { sql } from 'kysely'
import {
  changeRow,
  changeRows,
  type Database,
  insertRows,
  type ReportRow,
  type ReportState,
  selectOne,
  type Tx,
} from '../db/index.ts'
import { folderedRows } from '../folders/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Finds a report even if it is deleted. */
export const findReport = (db: Database | Tx, workspace: WorkspaceId, id: number) =>
  selectOne(db, 'reports', { workspace_id: workspace, id })

export const findUnarchivedReport = (db: Database | Tx, workspace: WorkspaceId, id: number) =>
  selectOne(db, 'reports', { workspace_id: workspace, id, deleted_at: null })

export const insertReport = (tx: Tx, row: ReportRow) => insertRows(tx, 'reports', row)

/** Locks a report until the transaction ends; undefined if it is deleted. */
export const lockReport = (tx: Tx, workspace: WorkspaceId, id: number, now: number) =>
  changeRow(tx, 'reports', { workspace_id: workspace, id, deleted_at: null }, { updated_at: now })

export type ReportKey = Pick<ReportRow, 'workspace_id' | 'id'>

export const updateReport = (
  tx: Tx,
  { workspace_id, id }: ReportKey,
  change: Partial<Omit<ReportRow, 'workspace_id' | 'id'>>,
) => changeRows(tx, 'reports', { workspace_id, id }, change)

export interface Progress {
  readonly rows: number
  readonly completed: number
  readonly failed: number
}

/**
 * Adds the progress of a job and locks the report. Undefined if the report is on another run or has stopped computing,
 * so that the job must not write.
 */
export const addProgress = (tx: Tx, { workspace_id, id }: ReportKey, run: string, added: Progress) =>
  changeRow(
    tx,
    'reports',
    { workspace_id, id, run, state: 'running' },
    {
      rows_done: sql<number>`rows_done + ${added.rows}`,
      cells_completed: sql<number>`cells_completed + ${added.completed}`,
      cells_failed: sql<number>`cells_failed + ${added.failed}`,
    },
  )

/** Locks the report. Returns false if it is on another run or in another state. */
export const lockInState = async (
  tx: Tx,
  { workspace_id, id }: ReportKey,
  run: string,
  state: ReportState,
  now: number,
): Promise<boolean> =>
  (await changeRows(tx, 'reports', { workspace_id, id, run, state }, { updated_at: now })) === 1

export async function selectLiveNamed(tx: Tx, workspace: WorkspaceId, name: string) {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

export const pipelineRows = folderedRows('reports', {
  live: sql`is_blueprint = 1 and deleted_at is null`,
})
