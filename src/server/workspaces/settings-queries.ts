import type { Database, Tx, WorkspaceSettingsRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export async function findSettings(db: Database, workspace: WorkspaceId) {
  return db
    .selectFrom('workspace_settings')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .executeTakeFirst()
}

/** The row comes into being with the first change. */
export async function saveSettings(tx: Tx, row: WorkspaceSettingsRow): Promise<void> {
  await tx
    .insertInto('workspace_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** Changes of one workspace's settings wait for each other here. */
export async function lockWorkspace(tx: Tx, workspace: WorkspaceId) {
  return tx
    .updateTable('workspaces')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', workspace)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}
