import {
  type ConnectionRow,
  type Database,
  numberedRows,
  preparedRead,
  type Store,
  type Tx,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const connectionRows = numberedRows('connections')

const connections = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('connections').selectAll().where('workspace_id', '=', workspace)

export async function selectConnections(db: Database, workspace: WorkspaceId) {
  return connections(db, workspace).orderBy('name').execute()
}

export async function findConnectionByName(db: Database, workspace: WorkspaceId, name: string) {
  return connections(db, workspace).where('name', '=', name).executeTakeFirst()
}

/** Finds a connection with a key for the provider: the oldest one without an address, else the oldest one. */
export async function findKeyOfProvider(store: Store, workspace: WorkspaceId, provider: string) {
  const [key] = await keysOfProvider(store, { workspace, provider })
  return key
}

const keysOfProvider = preparedRead<{ workspace: WorkspaceId; provider: string }, ConnectionRow>(
  'key_of_provider',
  (db, slot) =>
    connections(db, slot('workspace'))
      .where('provider', '=', slot('provider'))
      .where('sealed_api_key', 'is not', null)
      .orderBy((where) => where('base_url', 'is not', null))
      .orderBy('id')
      .limit(1),
)
