import type { Database, SampleRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export const findSample = (db: Database | Tx, workspace: WorkspaceId): Promise<SampleRow | undefined> =>
  db.selectFrom('samples').selectAll().where('workspace_id', '=', workspace).executeTakeFirst()

export async function insertSample(tx: Tx, row: SampleRow): Promise<void> {
  await tx.insertInto('samples').values(row).execute()
}

/** Updates the row of this loading only. A later loading has another id. */
export async function updateSample(
  tx: Tx,
  workspace: WorkspaceId,
  load: string,
  change: Partial<Pick<SampleRow, 'state' | 'steps_done' | 'error' | 'entities'>>,
): Promise<void> {
  await tx
    .updateTable('samples')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('load_id', '=', load)
    .execute()
}

export async function deleteSample(tx: Tx, workspace: WorkspaceId, load: string): Promise<void> {
  await tx.deleteFrom('samples').where('workspace_id', '=', workspace).where('load_id', '=', load).execute()
}
