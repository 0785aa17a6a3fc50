import { countRows, type Database, numberedRows, type Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export const overrideRows = numberedRows('price_overrides')

const overrides = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('price_overrides').selectAll().where('workspace_id', '=', workspace)

export async function selectOverrides(db: Database, workspace: WorkspaceId) {
  return overrides(db, workspace).orderBy('id').execute()
}

export const countOverrides = (tx: Tx, workspace: WorkspaceId) =>
  countRows(tx.selectFrom('price_overrides').where('workspace_id', '=', workspace))
