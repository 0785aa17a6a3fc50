import { changeRows, type Database, deleteRows, type LogExportRow, selectOne, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const findLogExport = (db: Database | Tx, workspace: WorkspaceId): Promise<LogExportRow | undefined> =>
  selectOne(db, 'log_exports', { workspace_id: workspace })

export const deleteLogExport = (tx: Tx, workspace: WorkspaceId) =>
  deleteRows(tx, 'log_exports', { workspace_id: workspace })

export const insertLogExport = (tx: Tx, row: LogExportRow) =>
  tx.insertInto('log_exports').values(row).execute()

export const changeLogExportRow = (
  tx: Tx,
  workspace: WorkspaceId,
  change: Partial<Omit<LogExportRow, 'workspace_id'>>,
) => changeRows(tx, 'log_exports', { workspace_id: workspace }, change)
