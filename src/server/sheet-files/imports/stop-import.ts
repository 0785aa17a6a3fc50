import type { Context } from '../../context.ts'
import type { SheetImportRow, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { findOpenImport } from './import-queries.ts'

/**
 * The import under way in a sheet, whose job ends here: before the sheet is taken, as whoever adds rows takes both.
 * Close it then, and tell `jobs.cancelled` of its run once the transaction is through.
 */
export async function stopImport(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  sheet: SheetRow,
): Promise<Pick<SheetImportRow, 'table_id' | 'id' | 'run'> | undefined> {
  const open = await findOpenImport(tx, sheet)
  if (open) await jobs.cancel(tx, sheet.workspace_id as WorkspaceId, open.run)
  return open
}
