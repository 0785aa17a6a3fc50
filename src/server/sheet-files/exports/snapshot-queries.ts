import { sql } from 'kysely'
import type { SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

/** From here on what the sheet holds now is preserved before it is overwritten, as if a version had been saved. */
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
