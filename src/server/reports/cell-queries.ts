import { chunksOf, type Database, deleteRows, type ReportCellRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { ReportKey } from './report-queries.ts'

/** Inserts or replaces cells. */
export async function putCells(tx: Tx, rows: readonly ReportCellRow[]) {
  for (const chunk of chunksOf(rows))
    await tx
      .insertInto('report_cells')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'report_id', 'row_index', 'column_id']).doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          value: eb.ref('excluded.value'),
          error_code: eb.ref('excluded.error_code'),
          error_message: eb.ref('excluded.error_message'),
          progress: eb.ref('excluded.progress'),
          request_ids: eb.ref('excluded.request_ids'),
        })),
      )
      .execute()
}

/** Selects the cells of rows `from` (inclusive) to `to` (exclusive). */
export async function selectCells(
  db: Database | Tx,
  workspace: WorkspaceId,
  report: number,
  from: number,
  to: number,
) {
  return db
    .selectFrom('report_cells')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('report_id', '=', report)
    .where('row_index', '>=', from)
    .where('row_index', '<', to)
    .orderBy('row_index')
    .execute()
}

export async function deleteCellsOf(tx: Tx, { workspace_id, id }: ReportKey, columns: readonly number[]) {
  if (columns.length === 0) return
  await deleteRows(tx, 'report_cells', { workspace_id, report_id: id, column_id: columns })
}

/** Deletes running cells; their jobs have been cancelled. */
export const deleteRunningCells = (tx: Tx, { workspace_id, id }: ReportKey) =>
  deleteRows(tx, 'report_cells', { workspace_id, report_id: id, status: 'RUNNING' })

/** Counts running cells by report id. Reports without any are left out. */
export async function countRunning(db: Database, workspace: WorkspaceId, reports: readonly number[]) {
  const counts = new Map<number, number>()
  for (const chunk of chunksOf(reports)) {
    const rows = await db
      .selectFrom('report_cells')
      .select(({ fn }) => ['report_id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspace)
      .where('report_id', 'in', chunk)
      .where('status', '=', 'RUNNING')
      .groupBy('report_id')
      .execute()
    for (const { report_id, count } of rows) counts.set(report_id, Number(count))
  }
  return counts
}
