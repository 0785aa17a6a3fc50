import {
  contains,
  type Database,
  type DeletedSearch,
  type SheetRow,
  sameWorkspace,
  selectOne,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

/** Sheets that were deleted alone, from tables that are not deleted; the latest deletion first. `name` is a part of either title. */
export async function selectDeletedSheets(
  db: Database,
  workspace: WorkspaceId,
  { since, name, limit }: DeletedSearch,
) {
  return db
    .selectFrom('sheets')
    .innerJoin('tables', sameWorkspace('tables', 'sheets', { id: 'table_id' }))
    .select(['sheets.id', 'sheets.title', 'sheets.table_id', 'sheets.deleted_at'])
    .select('tables.title as table_title')
    .where('sheets.workspace_id', '=', workspace)
    .where('sheets.deleted_at', '>=', since)
    .where('tables.deleted_at', 'is', null)
    .$if(name !== undefined, (query) =>
      query.where(({ or }) => or([contains('sheets.title', name!), contains('tables.title', name!)])),
    )
    .orderBy('sheets.deleted_at', 'desc')
    .orderBy('sheets.number', 'desc')
    .limit(limit)
    .$narrowType<{ deleted_at: number }>()
    .execute()
}

/** A sheet, deleted or not. */
export const findAnySheet = (tx: Tx, workspace: WorkspaceId, id: string): Promise<SheetRow | undefined> =>
  selectOne(tx, 'sheets', { workspace_id: workspace, id })
