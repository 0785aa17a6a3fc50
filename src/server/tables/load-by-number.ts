import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { type LoadedSheet, loadSheet } from './load-sheet.ts'
import { selectSheetsByNumber } from './sheet-queries.ts'

/** For jobs, which know sheets by number; null when the sheet is gone. */
export async function loadByNumber(
  db: Database,
  workspace: WorkspaceId,
  number: number,
): Promise<LoadedSheet | null> {
  const [sheet] = await selectSheetsByNumber(db, workspace, [number])
  return sheet ? loadSheet(db, workspace, { table_id: sheet.table_id, sheet_id: sheet.id }) : null
}
