import {
  changeRows,
  type Database,
  deleteRows,
  type ReportColumnRow,
  sameWorkspace,
  selectOne,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Selects columns from left to right. */
export async function selectColumns(db: Database | Tx, workspace: WorkspaceId, report: number) {
  return db
    .selectFrom('report_columns')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('report_id', '=', report)
    .orderBy('position')
    .execute()
}

export const findColumn = (db: Database | Tx, workspace: WorkspaceId, id: number) =>
  selectOne(db, 'report_columns', { workspace_id: workspace, id })

export async function insertColumns(tx: Tx, rows: readonly ReportColumnRow[]) {
  if (rows.length > 0) await tx.insertInto('report_columns').values(rows).execute()
}

export const updateColumn = (
  tx: Tx,
  { workspace_id, id }: Pick<ReportColumnRow, 'workspace_id' | 'id'>,
  change: Partial<Omit<ReportColumnRow, 'workspace_id' | 'id' | 'report_id'>>,
) => changeRows(tx, 'report_columns', { workspace_id, id }, change)

export const removeColumn = (tx: Tx, { workspace_id, id }: Pick<ReportColumnRow, 'workspace_id' | 'id'>) =>
  deleteRows(tx, 'report_columns', { workspace_id, id })

/** Selects columns that may run a prompt, of pipelines that are not deleted. */
export async function selectPromptColumns(db: Database, workspace: WorkspaceId) {
  return db
    .selectFrom('report_columns')
    .innerJoin('reports', sameWorkspace('reports', 'report_columns', { id: 'report_id' }))
    .select(['reports.dataset_id', 'report_columns.configuration'])
    .where('reports.workspace_id', '=', workspace)
    .where('reports.is_blueprint', '=', 1)
    .where('reports.deleted_at', 'is', null)
    .where('report_columns.column_type', 'in', [
      'PROMPT_TEMPLATE',
      'CONVERSATION_SIMULATOR',
      'FOR_LOOP',
      'WHILE_LOOP',
    ])
    .execute()
}
