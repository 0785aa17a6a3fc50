import { changeRows, type Database, deleteRows, insertRows, type McpServerRow, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

const servers = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('mcp_servers').selectAll().where('workspace_id', '=', workspace)

export async function selectServers(db: Database, workspace: WorkspaceId) {
  return servers(db, workspace).orderBy('name').execute()
}

export async function findServer(db: Database | Tx, workspace: WorkspaceId, id: number) {
  return servers(db, workspace).where('id', '=', id).executeTakeFirst()
}

export const insertServer = (tx: Tx, row: McpServerRow) => insertRows(tx, 'mcp_servers', row)

/** Locks the row with an update, so that concurrent changes wait. */
export async function lockServer(tx: Tx, workspace: WorkspaceId, id: number, now: number) {
  await changeServer(tx, workspace, id, { updated_at: now })
  return findServer(tx, workspace, id)
}

export const changeServer = (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Partial<Omit<McpServerRow, 'workspace_id' | 'id' | 'created_at'>>,
) => changeRows(tx, 'mcp_servers', { workspace_id: workspace, id }, change)

export const removeServer = (tx: Tx, workspace_id: WorkspaceId, id: number) =>
  deleteRows(tx, 'mcp_servers', { workspace_id, id })
