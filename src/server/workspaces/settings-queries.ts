import {
  type Database,
  oncePerTurn,
  preparedRead,
  selectOne,
  type Tx,
  type WorkspaceSettingsRow,
  withValue,
} from '../db/index.ts'
import { unauthorized } from '../http/refusals.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const findSettings = (db: Database, workspace: number) =>
  selectOne(db, 'workspace_settings', { workspace_id: workspace })

const providerKeysOf = preparedRead<{ workspace: number }, { provider_keys: number }>(
  'provider_keys',
  (db, slot) =>
    db.selectFrom('workspace_settings').select('provider_keys').where('workspace_id', '=', slot('workspace')),
)

/** True if the workspace may use the server's provider keys. This is read before each such call. */
export const hasProviderKeys = oncePerTurn((store, workspace: WorkspaceId) =>
  withValue(providerKeysOf(store, { workspace }), ([settings]) => settings?.provider_keys !== 0),
)

/** Saves the settings; the first change inserts the row. */
export async function saveSettings(tx: Tx, row: WorkspaceSettingsRow): Promise<void> {
  await tx
    .insertInto('workspace_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/**
 * Locks a workspace's settings, so that changes run one after the other.
 * @throws Refusal if the workspace was deleted since the caller was authenticated.
 */
export async function lockWorkspace(tx: Tx, workspace: number) {
  const locked = await tx
    .updateTable('workspaces')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', workspace)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!locked) throw unauthorized
  return locked
}
