import type { Database, LogExportRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export const findLogExport = (db: Database | Tx, workspace: WorkspaceId): Promise<LogExportRow | undefined> =>
  db.selectFrom('log_exports').selectAll().where('workspace_id', '=', workspace).executeTakeFirst()

export const deleteLogExport = (tx: Tx, workspace: WorkspaceId) =>
  tx.deleteFrom('log_exports').where('workspace_id', '=', workspace).execute()

export const insertLogExport = (tx: Tx, row: LogExportRow) =>
  tx.insertInto('log_exports').values(row).execute()

export const changeLogExportRow = (
  tx: Tx,
  workspace: WorkspaceId,
  change: Partial<Omit<LogExportRow, 'workspace_id'>>,
) => tx.updateTable('log_exports').set(change).where('workspace_id', '=', workspace).execute()
