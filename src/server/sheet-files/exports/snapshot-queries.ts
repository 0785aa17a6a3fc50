import { sql } from 'kysely'
import type { SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** After this, the sheet's present content is preserved when it is overwritten, as for a saved version. */
export async function preserveFromNow(
  tx: Tx,
  workspace: WorkspaceId,
  number: number,
): Promise<SheetRow | undefined> {
  return tx
    .updateTable('sheets')
    .set({ saved_at: sql<number>`version_count` })
    .where('workspace_id', '=', workspace)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
