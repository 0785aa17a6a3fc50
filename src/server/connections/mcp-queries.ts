import { type Database, numberedRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const serverRows = numberedRows('mcp_servers')

const servers = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('mcp_servers').selectAll().where('workspace_id', '=', workspace)

export async function selectServers(db: Database, workspace: WorkspaceId) {
  return servers(db, workspace).orderBy('name').execute()
}

/** Locks the row with an update until the transaction ends. */
export async function lockServer(tx: Tx, workspace: WorkspaceId, id: number, now: number) {
  await serverRows.change(tx, workspace, id, { updated_at: now })
  return serverRows.find(tx, workspace, id)
}
