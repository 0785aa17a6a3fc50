import { sql } from 'kysely'
import { changeRows, deleteRows, type SheetRow, selectOne, type Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** Finds a sheet, even if it is deleted. */
export const findAnySheet = (tx: Tx, workspace: WorkspaceId, number: number) =>
  selectOne(tx, 'sheets', { workspace_id: workspace, number })

/** Subtracts rows from the row counts of saved versions. Call this while the rows and their history exist. */
export async function subtractFromVersions(
  tx: Tx,
  { workspace_id, number }: Sheet,
  ids: readonly number[],
): Promise<void> {
  const list = sql.join(ids)
  await changeRows(
    tx,
    'sheet_versions',
    { workspace_id, sheet: number },
    {
      row_count: sql<number>`row_count - (select count(*) from (
        select id from sheet_rows where workspace_id = ${workspace_id} and sheet = ${number} and id in (${list})
          and since <= sheet_versions.version_count
        union select id from sheet_row_history where workspace_id = ${workspace_id} and sheet = ${number}
          and id in (${list}) and since <= sheet_versions.version_count
          and until > sheet_versions.version_count) held)`,
    },
  )
}

export async function eraseHistory(
  tx: Tx,
  { workspace_id, number }: Sheet,
  ids: readonly number[],
): Promise<void> {
  await deleteRows(tx, 'sheet_row_history', { workspace_id, sheet: number, id: ids })
  await deleteRows(tx, 'sheet_cell_history', { workspace_id, sheet: number, row_id: ids })
}
